import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Database, Job } from '@svc/plugin-sdk'
import type { RecordConsumer } from '../records-store.ts'
import { minutesPerDay } from './minute-set.ts'
import type { UptimeDay } from './uptime-days.ts'
import { self, sourcesOf, uptimeOf, uptimeStore } from './uptime-store.ts'
import { makeWatch } from './uptime-watch.ts'
import { type UptimeWindow, uptimeWindows, windowHours } from './uptime-windows.ts'

/** Uptime by minute: a minute with a record counts as up. */
export function makeUptime({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }) {
  const store = uptimeStore(db)
  const consumer: RecordConsumer = (records) => {
    for (const { number, minute } of records) store.add(number, minute)
  }
  const job: Job = makeWatch({ clock, onWatched: (minute) => store.add(self, minute) })
  return {
    consumer,
    job,
    /** Whether a minute of a server has a record. */
    isRecorded: store.has,
    /** The last UTC days of a server, oldest first. */
    days: (server: Server, count: number): UptimeDay[] =>
      uptimeOf(db, Math.floor(clock.now() / 86_400_000))(server, count),
    /** Up to the last complete minute. */
    windows(server: Server): UptimeWindow[] {
      const end = Math.floor(clock.now() / 60_000)
      const longest = Math.max(...windowHours) * 60
      const dayOf = (minute: number) => Math.floor(minute / minutesPerDay)
      return uptimeWindows(sourcesOf(db, server, dayOf(end - longest), dayOf(end)), end)
    },
  }
}
export type Uptime = ReturnType<typeof makeUptime>
