import { tooManyRequests } from '@svc/plugin-sdk'

/** Long reads that may wait at once: each holds its answer in memory, and other work of the worker waits behind them. */
const mostWaiting = 16

/** Runs what goes to the maintenance worker. Throws 429 when too much of it is under way or waits already. */
export function makeBounded(most = mostWaiting) {
  let waiting = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting >= most) throw tooManyRequests(5)
    waiting += 1
    try {
      return await run()
    } finally {
      waiting -= 1
    }
  }
}
export type Bounded = ReturnType<typeof makeBounded>
