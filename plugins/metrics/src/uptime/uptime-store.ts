import type { Database } from '@svc/plugin-sdk'
import { minuteOfKey as dayOfKey, numberBits, packKey } from '../record-key.ts'
import { type MinuteSet, minutesPerDay, unpackMinutes, withMinute } from './minute-set.ts'
import { type Sources, type UptimeDay, uptimeDays } from './uptime-days.ts'

/** Servers have numbers from 1 on; this one is the program itself: the minutes in which it could have written records. */
export const self = 0

const nothing = new Uint8Array()

/** A server with the second it was added. */
interface Dated {
  readonly number: number
  readonly createdAt: number
}

/** The first whole minute of its being here. */
const sinceOf = ({ createdAt }: Dated): number => Math.ceil(createdAt / 60)

/** The minutes of each day and server. */
export function uptimeStore(db: Database) {
  const one = db.prepare<[number], { minutes: Uint8Array }>('SELECT minutes FROM metrics_uptime_days WHERE id = ?')
  const put = db.prepare<[number, Buffer]>(
    'INSERT INTO metrics_uptime_days VALUES (?, ?) ON CONFLICT DO UPDATE SET minutes = excluded.minutes',
  )
  const range = db.prepare<
    [{ first: number; last: number; step: number }],
    { id: number; minutes: Uint8Array }
  >(`WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)
     SELECT d.id, d.minutes FROM k CROSS JOIN metrics_uptime_days d ON d.id = k.id`)

  return {
    /** Adds a minute since the epoch; one that is there already changes nothing. */
    add(number: number, minute: number) {
      const id = packKey(Math.floor(minute / minutesPerDay), number)
      const longer = withMinute(one.get(id)?.minutes ?? nothing, minute % minutesPerDay)
      if (longer) put.run(id, longer)
    },
    /** Whether a minute is there. */
    has(number: number, minute: number): boolean {
      const found = one.get(packKey(Math.floor(minute / minutesPerDay), number))
      return found !== undefined && unpackMinutes(found.minutes)[minute % minutesPerDay] === 1
    },
    /** Of one server, by day, from one day to another, both inclusive. */
    of(number: number, from: number, to: number): ReadonlyMap<number, MinuteSet> {
      const rows = range.all({ first: packKey(from, number), last: packKey(to, number), step: 2 ** numberBits })
      return new Map(rows.map(({ id, minutes }) => [dayOfKey(id), unpackMinutes(minutes)]))
    },
  }
}

/** What is known of the minutes of a server, from one UTC day to another, both inclusive. */
export const sourcesOf = (db: Database, server: Dated, from: number, to: number): Sources => {
  const store = uptimeStore(db)
  return { online: store.of(server.number, from, to), watched: store.of(self, from, to), since: sinceOf(server) }
}

/** Reads the last UTC days of servers, oldest first; what the program watched is read once for all of them. */
export function uptimeOf(db: Database, today: number) {
  const store = uptimeStore(db)
  let known: { readonly from: number; readonly watched: ReadonlyMap<number, MinuteSet> } | undefined
  return (server: Dated, count: number): UptimeDay[] => {
    const from = today - count + 1
    // the day before tells how the first one begins
    if (known?.from !== from) known = { from, watched: store.of(self, from - 1, today) }
    const online = store.of(server.number, from - 1, today)
    return uptimeDays({ online, watched: known.watched, since: sinceOf(server) }, from, today)
  }
}
