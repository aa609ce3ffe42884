import type { ConfirmOptions } from '@svc/widget-sdk'

export interface Question extends ConfirmOptions {
  answer(yes: boolean): void
}

let waiting: readonly Question[] = []
const listeners = new Set<() => void>()

function change(next: readonly Question[]) {
  waiting = next
  for (const notify of listeners) notify()
}

/** What widgets ask the user before they act; one after the other. */
export const questions = {
  first: () => waiting[0],
  subscribe(notify: () => void) {
    listeners.add(notify)
    return () => void listeners.delete(notify)
  },
  ask: (options: ConfirmOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const question: Question = {
        ...options,
        answer(yes) {
          change(waiting.filter((one) => one !== question))
          resolve(yes)
        },
      }
      change([...waiting, question])
    }),
  /** Answers all of them with no: whoever was asked is not there any more. */
  refuse(): void {
    for (const question of waiting) question.answer(false)
  },
}
