import type { ConfirmOptions, NotifyOptions } from '@svc/widget-sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import { makeStore, useStore } from './store.ts'

interface Question extends ConfirmOptions {
  readonly answer: (yes: boolean) => void
}

const question = makeStore<Question | undefined>(undefined)
const notifications = makeStore<readonly (NotifyOptions & { readonly id: number })[]>([])
const displayMs = 5000
let lastId = 0

/** Opens a confirmation dialog. Cancels a dialog that is already open. */
export const requestConfirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    question.get()?.answer(false)
    const answer = (yes: boolean) => {
      question.set(undefined)
      resolve(yes)
    }
    question.set({ ...options, answer })
  })

/** Shows a notification in the corner of the page for a few seconds. */
export function notify(options: NotifyOptions): void {
  const id = ++lastId
  notifications.set([...notifications.get(), { ...options, id }])
  setTimeout(() => notifications.set(notifications.get().filter((notification) => notification.id !== id)), displayMs)
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

/** Shows the confirmation dialogs and notifications of widgets. */
export function Dialogs(): ReactNode {
  const current = useStore(question)
  const shown = useStore(notifications)
  return (
    <>
      {current && <QuestionDialog {...current} />}
      <section aria-live="polite" aria-label="Notifications" className="dev-notes">
        {shown.map(({ id, kind, message }) => (
          <p key={id} data-kind={kind}>
            {message}
          </p>
        ))}
      </section>
    </>
  )
}
