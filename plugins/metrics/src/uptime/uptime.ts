import type { Clock, Database, Job } from '@svc/plugin-sdk'
import { minuteOf } from '@svc/series'
import type { MeasuredServer } from '../contract.ts'
import type { OnRecords } from '../records-store.ts'
import { minutesPerDay } from './minute-set.ts'
import { type UptimeDay, uptimeWindows, windowHours } from './uptime-days.ts'
import type { UptimeWindow } from './uptime-schema.ts'
import { self, sourcesOf, uptimeOf, uptimeStore } from './uptime-store.ts'

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
function makeWatch({ clock, onWatched }: Dependencies): Job {
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

/** Uptime by minute: a minute with a record counts as up. */
export function makeUptime({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }) {
  const store = uptimeStore(db)
  const consumer: OnRecords = (records) => {
    for (const { number, minute } of records) store.add(number, minute)
  }
  const job: Job = makeWatch({ clock, onWatched: (minute) => store.add(self, minute) })
  return {
    consumer,
    job,
    /** Whether a minute of a server has a record. */
    isRecorded: store.has,
    /** The last UTC days of servers, oldest first. */
    days: (servers: readonly MeasuredServer[], count: number): UptimeDay[][] => {
      const read = uptimeOf(db, Math.floor(clock.now() / 86_400_000))
      return servers.map((server) => read(server, count))
    },
    /** Up to the last complete minute. */
    windows(server: MeasuredServer): UptimeWindow[] {
      const end = Math.floor(clock.now() / 60_000)
      const longest = Math.max(...windowHours) * 60
      const dayOf = (minute: number) => Math.floor(minute / minutesPerDay)
      return uptimeWindows(sourcesOf(db, server, dayOf(end - longest), dayOf(end)), end)
    },
  }
}
export type Uptime = ReturnType<typeof makeUptime>
