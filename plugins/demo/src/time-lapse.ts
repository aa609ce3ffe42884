import type { Clock } from '@svc/plugin-sdk'

/** A clock that begins in the past, and is set forward until it shows the real time. */
export interface TimeLapse extends Clock {
  /** Shows an instant between what it shows and now, from which it goes on. */
  setTo(ms: number): void
  /** what it shows in the end */
  realNow(): number
}

/**
 * The demo fills its empty database in the past, so that everything in it has an age: servers, runs of the program, alert rules
 * and heartbeats. Timers are those of the real clock.
 */
export function makeTimeLapse(real: Clock, startMs: number): TimeLapse {
  let behindMs = real.now() - startMs
  return {
    now: () => real.now() - behindMs,
    after: real.after,
    every: real.every,
    realNow: real.now,
    setTo(ms) {
      behindMs = Math.max(0, Math.min(behindMs, real.now() - ms))
    },
  }
}

/** The clock of the program if it is one; otherwise one that shows the same time. */
export const timeLapseOf = (clock: Clock): TimeLapse =>
  'realNow' in clock ? (clock as TimeLapse) : makeTimeLapse(clock, clock.now())
