/** Why a signal aborted that `withLimit` made. */
export class TimedOut extends Error {
  readonly ms: number

  constructor(ms: number) {
    super(`no answer within ${Number((ms / 1000).toFixed(1))} s`)
    this.ms = ms
  }
}

/**
 * Does something that ends when its signal aborts: with the one given, or by itself after a time. Listens to the one
 * given only meanwhile, for that one may live as long as the agent.
 */
export async function withLimit<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
  signal.throwIfAborted()
  const own = new AbortController()
  const follow = () => own.abort(signal.reason)
  signal.addEventListener('abort', follow)
  const timer = setTimeout(() => own.abort(new TimedOut(ms)), ms)
  try {
    return await work(own.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', follow)
  }
}

/** What a promise becomes, unless the signal aborts before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
