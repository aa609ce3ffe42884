import { type RawDatabase, untilFree } from './database.ts'

export interface Transactions {
  run<T>(fn: () => T): T
  /** Runs `fn` after the current transaction commits, or immediately if there is none. Never runs after a rollback. */
  afterCommit(fn: () => void): void
}

/** Transactions of one connection, and the callbacks that run after their commit. */
export function makeTransactions(raw: RawDatabase): Transactions {
  let pending: (() => void)[] = []
  // SQLite knows it too, but every report asks.
  let depth = 0
  const run = raw.transaction((fn: () => unknown) => fn())
  /** Waits for the write lock, but never runs `fn` twice. */
  function runOnce(fn: () => unknown): unknown {
    let hasBegun = false
    const begin = () =>
      run.immediate(() => {
        hasBegun = true
        return fn()
      })
    try {
      return begin()
    } catch (error) {
      if (hasBegun) throw error
      return untilFree(error, begin)
    }
  }
  return {
    run<T>(fn: () => T): T {
      const pendingBefore = pending.length
      let result: T
      try {
        depth += 1
        result = runOnce(fn) as T
      } catch (error) {
        pending.length = pendingBefore
        throw error
      } finally {
        depth -= 1
      }
      if (depth === 0) {
        const due = pending
        pending = []
        for (const work of due) work()
      }
      return result
    },
    afterCommit(fn) {
      if (depth > 0) pending.push(fn)
      else fn()
    },
  }
}
