const minute = 60_000

/** Milliseconds between attempts; after the last one the delivery has failed. */
const delays = [30_000, 2 * minute, 10 * minute, 30 * minute]

/** Caps `Retry-After`, so that a receiver cannot block a channel forever. */
const maxDelay = Math.max(...delays, 60 * minute)

/** Whether an attempt is due. A time beyond the longest delay was set before the clock was set back. */
export const isDue = (nextAttempt: number, now: number): boolean => nextAttempt <= now || nextAttempt > now + maxDelay

/**
 * Milliseconds to wait after failed attempt number `attempts` (from 1); undefined after the last one. `retryAfter` in
 * seconds can only extend the delay, because there are few attempts.
 */
export function retryDelay(attempts: number, retryAfter?: number): number | undefined {
  const delay = delays[attempts - 1]
  const requested = typeof retryAfter === 'number' && retryAfter > 0 ? Math.ceil(retryAfter * 1000) : 0
  return delay === undefined ? undefined : Math.min(Math.max(delay, requested), maxDelay)
}
