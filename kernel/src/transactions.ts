import type { RawDatabase } from './database.ts'

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
  return {
    run<T>(fn: () => T): T {
      const pendingBefore = pending.length
      let result: T
      try {
        depth += 1
        result = run.immediate(fn) as T
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
