/** The abort reason of `withTimeout`. */
export class TimeoutError extends Error {
  readonly ms: number

  constructor(ms: number) {
    super(`timed out after ${Number((ms / 1000).toFixed(1))} s`)
    this.ms = ms
  }
}

/**
 * Runs `work` with a signal that aborts with the given one or after a timeout. Unlike `AbortSignal.any`, it leaves no
 * listener behind on the given signal, which may live as long as the agent.
 */
export async function withTimeout<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
  signal.throwIfAborted()
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  const timer = setTimeout(() => controller.abort(new TimeoutError(ms)), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Settles like the promise, or rejects if the signal aborts first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return Promise.race([aborted, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
