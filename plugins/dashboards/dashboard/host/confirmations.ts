import type { ConfirmOptions } from '@svc/widget-sdk'

export interface Confirmation extends ConfirmOptions {
  answer(yes: boolean): void
}

let waiting: readonly Confirmation[] = []
const listeners = new Set<() => void>()

function change(next: readonly Confirmation[]) {
  waiting = next
  for (const notify of listeners) notify()
}

/** Confirmations that widgets request from the user, shown one at a time. */
export const confirmations = {
  first: () => waiting[0],
  subscribe(notify: () => void) {
    listeners.add(notify)
    return () => void listeners.delete(notify)
  },
  ask: (options: ConfirmOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const confirmation: Confirmation = {
        ...options,
        answer(yes) {
          change(waiting.filter((other) => other !== confirmation))
          resolve(yes)
        },
      }
      change([...waiting, confirmation])
    }),
  /** Declines all, because the user has left the page. */
  refuse(): void {
    for (const confirmation of waiting) confirmation.answer(false)
  },
}
