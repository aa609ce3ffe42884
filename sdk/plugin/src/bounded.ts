import { tooManyRequests } from './api-error.ts'

/** Runs a function, or throws 429 when too many are running. */
export type Bounded = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Limits concurrent reads in the maintenance worker: each one holds its response in memory, and other tasks of the worker
 * wait behind them.
 */
export function makeBounded(maxConcurrent = 16): Bounded {
  let running = 0
  return async (run) => {
    if (running >= maxConcurrent) throw tooManyRequests(5)
    running += 1
    try {
      return await run()
    } finally {
      running -= 1
    }
  }
}
