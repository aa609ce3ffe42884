import type { Clock, Job } from '@svc/plugin-sdk'
import { minuteOf } from '../record-key.ts'

/** After a start agents return within 36 s, the longest pause between their attempts, and report 3 s later. */
const graceMs = 60_000

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  /** Called with each minute, since the epoch, in which the program was watching from its first second to its last. */
  watched(minute: number): void
}

/**
 * Notes the minutes in which this program was there to see its agents. A minute counts when the job ran in it and in the
 * next one, so neither a crash nor a machine that slept leaves a minute behind in which nobody watched.
 */
export function makeWatch({ clock, watched }: Dependencies): Job {
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
      // a clock that was ahead at the start and was set right must not put it off by hours
      ready = Math.min(ready, clock.now() + graceMs)
      if (before === now - 1 && before * 60_000 >= ready) watched(before)
    },
  }
}
