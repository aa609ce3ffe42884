import type { Clock, Job } from '@svc/plugin-sdk'
import { minuteOf } from '../record-key.ts'

/** After a start, agents reconnect within 36 s (their longest retry delay) and report 3 s later. */
const graceMs = 60_000

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  /** Called with each minute since the epoch that the program watched from start to end. */
  onWatched(minute: number): void
}

/**
 * Tracks the minutes in which this program was watching its agents. A minute counts if the job ran in it and in the next
 * one, so a crash or a suspended machine never leaves an unwatched minute behind.
 */
export function makeWatch({ clock, onWatched }: Dependencies): Job {
  let ready = clock.now() + graceMs
  let last = Number.NaN
  return {
    name: 'UptimeWatch',
    every: 60_000,
    align: true,
    offset: 5_000,
    run() {
      const before = last
      const now = minuteOf(clock.now())
      last = now
      // a clock correction after the start must not delay this by hours
      ready = Math.min(ready, clock.now() + graceMs)
      if (before === now - 1 && before * 60_000 >= ready) onWatched(before)
    },
  }
}
