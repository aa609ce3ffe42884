import type { Clock } from '@svc/plugin-sdk'
import { OutboundError } from '../contract.ts'

/** How long something may take. */
export interface Limits {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Only the code of a fault: texts and causes can quote what was sent. */
function fault(error: unknown, subject: string): OutboundError {
  if (error instanceof OutboundError) return error
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return new OutboundError('failed', `${subject} gave no answer`, { subject })
  return new OutboundError('failed', `${subject} gave no answer (${code})`, { code, subject })
}

/**
 * Runs `work` until the time is up or the caller stops it; `work` gets a signal that then ends what it holds. Every
 * failure is an `OutboundError` that names `subject` and nothing else.
 */
export async function withDeadline<T>(
  clock: Pick<Clock, 'after'>,
  { timeoutMs = 10_000, signal }: Limits,
  subject: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const cancel = clock.after(timeoutMs, () => {
    stop.abort(new OutboundError('timeout', `${subject} did not answer within ${timeoutMs} ms`, { subject }))
  })
  const abort = () => stop.abort(new OutboundError('failed', `the request to ${subject} was stopped`, { subject }))
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await Promise.race([work(stop.signal), stopped])
  } catch (error) {
    throw fault(stop.signal.aborted ? stop.signal.reason : error, subject)
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}
