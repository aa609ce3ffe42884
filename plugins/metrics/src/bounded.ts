import { tooManyRequests } from '@svc/plugin-sdk'

/** Runs what goes to the maintenance worker, and throws 429 when `most` of it is under way or waits already. */
export function makeBounded(most = 16) {
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
