const minute = 60_000

/** Milliseconds from one failed attempt to the next; after the last one it is over. */
const pauses = [30_000, 2 * minute, 10 * minute, 30 * minute]

const longest = Math.max(...pauses)

/** Whether the time has come. One that is further away than any pause was set before the clock was put back. */
export const isDue = (nextAttempt: number, now: number): boolean => nextAttempt <= now || nextAttempt > now + longest

/** How long to wait after the attempt with this number failed, counted from 1; undefined when that was the last. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1]
