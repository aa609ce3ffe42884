import { tooManyRequests } from './api-error.ts'

/** Limits of a fair queue. */
export interface FairQueueLimits {
  /** tasks that run at the same time */
  readonly concurrent: number
  /** tasks of one key that may wait */
  readonly perKey: number
  /** tasks of all keys that may wait */
  readonly total: number
  /** for `Retry-After` */
  readonly retrySeconds: number
}

/** Runs a task for `key` when it is its turn, or throws 429 when too many wait. */
export type FairQueue = <T>(key: string, run: () => Promise<T>) => Promise<T>

/** Queues expensive tasks. The keys, such as users, take turns: one with many tasks does not delay the others. */
export function makeFairQueue({ concurrent, perKey, total, retrySeconds }: FairQueueLimits): FairQueue {
  /** in the order of their turns */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  let size = 0

  const untilTurn = (key: string): Promise<void> => {
    const starts = waiting.get(key) ?? []
    if (starts.length >= perKey || size >= total) throw tooManyRequests(retrySeconds)
    size += 1
    waiting.set(key, starts)
    return new Promise((resolve) => starts.push(resolve))
  }

  const startNext = () => {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [key, [start, ...rest]] = next
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    size -= 1
    start?.()
  }

  return async (key, run) => {
    if (running < concurrent) running += 1
    // The finished task passes its place on.
    else await untilTurn(key)
    try {
      return await run()
    } finally {
      startNext()
    }
  }
}
