/** The undo and redo history. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

const maxSteps = 100

export const startHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] })

export const pushState = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-maxSteps),
  now: next,
  future: [],
})

/** Returns the same history if there is nothing to undo. */
export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] }
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.now], now: next, future }
}
