import { type Clock, text } from '@svc/plugin-sdk'
import { OutboundError } from '../contract.ts'

export interface Limits {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Keeps only the error code: messages and causes may contain the request. */
function toOutboundError(error: unknown, subject: string): OutboundError {
  if (error instanceof OutboundError) return error
  const { code } = error as NodeJS.ErrnoException
  return new OutboundError('failed', subject, typeof code === 'string' ? code : undefined)
}

/**
 * Runs `work` with a timeout. Its signal aborts on timeout and when the caller aborts. Every error is an `OutboundError` that
 * names only `subject`.
 */
export async function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  { timeoutMs = 10_000, signal }: Limits,
  subject: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const cancel = clock.after(timeoutMs, () => {
    controller.abort(new OutboundError('timeout', subject))
  })
  const abort = () => controller.abort(new OutboundError('failed', text('system.OUTBOUND_ABORTED', { subject })))
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await Promise.race([work(controller.signal), aborted])
  } catch (error) {
    throw toOutboundError(controller.signal.aborted ? controller.signal.reason : error, subject)
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}
