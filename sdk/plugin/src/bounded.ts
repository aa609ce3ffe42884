import { tooManyRequests } from './http.ts'

/** Runs what it is given, and throws 429 when too much of it is under way or waits already. */
export type Bounded = <T>(run: () => Promise<T>) => Promise<T>

/**
 * For what goes to the maintenance worker: each of `most` reads holds its answer in memory, and other work of the worker
 * waits behind them.
 */
export function makeBounded(most = 16): Bounded {
  let waiting = 0
  return async (run) => {
    if (waiting >= most) throw tooManyRequests(5)
    waiting += 1
    try {
      return await run()
    } finally {
      waiting -= 1
    }
  }
}
