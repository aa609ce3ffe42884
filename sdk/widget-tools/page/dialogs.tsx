import type { ConfirmOptions, NotifyOptions } from '@svc/widget-sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import { observed, useObserved } from './observed.ts'

interface Question extends ConfirmOptions {
  readonly answer: (yes: boolean) => void
}

const question = observed<Question | undefined>(undefined)
const notes = observed<readonly (NotifyOptions & { readonly id: number })[]>([])
const shownFor = 5000
let last = 0

/** Asks in a dialog. */
export const ask = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    question.get()?.answer(false)
    const answer = (yes: boolean) => {
      question.set(undefined)
      resolve(yes)
    }
    question.set({ ...options, answer })
  })

/** Tells something in the corner of the page, for a while. */
export function notify(options: NotifyOptions): void {
  const id = ++last
  notes.set([...notes.get(), { ...options, id }])
  setTimeout(() => notes.set(notes.get().filter((note) => note.id !== id)), shownFor)
}

function QuestionDialog({ title, body, answer }: Question) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="question" className="dev-dialog" onCancel={() => answer(false)}>
      <h2 id="question">{title}</h2>
      {body && <p>{body}</p>}
      <div className="dev-row">
        <button type="button" className="dev-button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button type="button" className="dev-button" onClick={() => answer(true)}>
          Continue
        </button>
      </div>
    </dialog>
  )
}

/** Where questions and notes of widgets are shown. */
export function Dialogs(): ReactNode {
  const asked = useObserved(question)
  const told = useObserved(notes)
  return (
    <>
      {asked && <QuestionDialog {...asked} />}
      <section aria-live="polite" aria-label="Notifications" className="dev-notes">
        {told.map(({ id, kind, message }) => (
          <p key={id} data-kind={kind}>
            {message}
          </p>
        ))}
      </section>
    </>
  )
}
