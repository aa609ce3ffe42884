const minute = 60_000

/** Milliseconds from one failed attempt to the next; after the last one it is over. */
const pauses = [30_000, 2 * minute, 10 * minute, 30 * minute]

/** What a receiver may ask for at most: it must not silence a channel for good. */
const longest = Math.max(...pauses, 60 * minute)

/** Whether the time has come. One that is further away than any pause was set before the clock was put back. */
export const isDue = (nextAttempt: number, now: number): boolean => nextAttempt <= now || nextAttempt > now + longest

/**
 * How many milliseconds to wait after the attempt with this number failed, counted from 1; undefined when that was the
 * last. Longer than usual when the receiver asked for more seconds, and never shorter: the attempts are few.
 */
export function pauseAfter(attempts: number, askedSeconds?: number): number | undefined {
  const pause = pauses[attempts - 1]
  const asked = typeof askedSeconds === 'number' && askedSeconds > 0 ? Math.ceil(askedSeconds * 1000) : 0
  return pause === undefined ? undefined : Math.min(Math.max(pause, asked), longest)
}
