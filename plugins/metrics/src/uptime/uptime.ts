import type { Server } from '@svc/plugin-enrollment/contract'
import type { Clock, Database, Job } from '@svc/plugin-sdk'
import type { RecordConsumer } from '../records-store.js'
import { type UptimeDay, uptimeDays } from './daily.js'
import { self, uptimeStore } from './uptime-store.js'
import { makeWatch } from './watch.js'

/** Uptime by the minute: a minute with a record was up. */
export function makeUptime({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }) {
  const store = uptimeStore(db)
  const consumer: RecordConsumer = (records) => {
    for (const { number, minute } of records) store.add(number, minute)
  }
  const job: Job = makeWatch({ clock, watched: (minute) => store.add(self, minute) })
  return {
    consumer,
    job,
    /** The last UTC days of a server, oldest first. */
    days({ number, createdAt }: Pick<Server, 'number' | 'createdAt'>, count: number): UptimeDay[] {
      const to = Math.floor(clock.now() / 86_400_000)
      const from = to - count + 1
      const online = store.of(number, from - 1, to)
      const watched = store.of(self, from - 1, to)
      return uptimeDays({ online, watched, since: Math.ceil(createdAt / 60) }, from, to)
    },
  }
}
export type Uptime = ReturnType<typeof makeUptime>
