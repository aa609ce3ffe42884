/** States that one can go back to, and forward again. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

/** Steps that are remembered. */
const longest = 100

export const beginning = <T>(now: T): History<T> => ({ past: [], now, future: [] })

export const changed = <T>({ past, now }: History<T>, next: T): History<T> => ({
  past: [...past, now].slice(-longest),
  now: next,
  future: [],
})

/** The same history when there is nothing to go back to. */
export function undone<T>(history: History<T>): History<T> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.now], now: next, future }
}
