import type { RawDatabase } from './database.ts'

export interface Transactions {
  run<T>(fn: () => T): T
  /** Runs `fn` once the current transaction is committed, at once outside of one, never after a rollback. */
  afterCommit(fn: () => void): void
}

/** Transactions of one connection, with the work that waits for their commit. */
export function makeTransactions(raw: RawDatabase): Transactions {
  let waiting: (() => void)[] = []
  const run = raw.transaction((fn: () => unknown) => fn())
  return {
    run<T>(fn: () => T): T {
      const outermost = !raw.inTransaction
      const mark = waiting.length
      let result: T
      try {
        result = run.immediate(fn) as T
      } catch (error) {
        waiting.length = mark
        throw error
      }
      if (outermost) {
        const due = waiting
        waiting = []
        for (const work of due) work()
      }
      return result
    },
    afterCommit(fn) {
      if (raw.inTransaction) waiting.push(fn)
      else fn()
    },
  }
}
