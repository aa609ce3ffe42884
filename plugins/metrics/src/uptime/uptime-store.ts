import type { Database } from '@svc/plugin-sdk'
import { minuteOfKey as dayOfKey, packKey, timeRows } from '@svc/series'
import { type MinuteSet, minutesPerDay, packMinutes, unpackMinutes, withMinute } from './minute-set.ts'
import { type MinuteSources, type UptimeDay, uptimeDays } from './uptime-days.ts'

/** Server numbers start at 1; 0 stores the minutes in which this program was watching. */
export const self = 0

const nothing = new Uint8Array()

/** A server and when it was added, in epoch seconds. */
interface ServerSince {
  readonly number: number
  readonly createdAt: number
}

/** First full minute after the server was added. */
export const sinceOf = ({ createdAt }: Pick<ServerSince, 'createdAt'>): number => Math.ceil(createdAt / 60)

/** Recorded minutes by day and server. */
export function uptimeStore(db: Database) {
  const one = db.prepare<[number], { minutes: Uint8Array }>('SELECT minutes FROM metrics_uptime_days WHERE id = ?')
  const put = db.prepare<[number, Buffer]>(
    'INSERT INTO metrics_uptime_days VALUES (?, ?) ON CONFLICT DO UPDATE SET minutes = excluded.minutes',
  )
  const read = timeRows(db, 'metrics_uptime_days').reader<{ minutes: Uint8Array }>(['minutes'])

  return {
    /** Adds a minute since the epoch. */
    add(number: number, minute: number) {
      const id = packKey(Math.floor(minute / minutesPerDay), number)
      const longer = withMinute(one.get(id)?.minutes ?? nothing, minute % minutesPerDay)
      if (longer) put.run(id, longer)
    },
    /** Adds the minutes from `from` to `to`, exclusive, of one day. */
    addSpan(number: number, from: number, to: number) {
      const day = Math.floor(from / minutesPerDay)
      const id = packKey(day, number)
      const minutes = unpackMinutes(one.get(id)?.minutes ?? nothing)
      put.run(id, packMinutes(minutes.fill(1, from - day * minutesPerDay, to - day * minutesPerDay)))
    },
    /** Whether a minute is stored. */
    has(number: number, minute: number): boolean {
      const found = one.get(packKey(Math.floor(minute / minutesPerDay), number))
      return found !== undefined && unpackMinutes(found.minutes)[minute % minutesPerDay] === 1
    },
    /** Minutes of a server by day, both ends inclusive. */
    list(number: number, from: number, to: number): ReadonlyMap<number, MinuteSet> {
      return new Map(read({ number, from, to }).map(({ id, minutes }) => [dayOfKey(id), unpackMinutes(minutes)]))
    },
  }
}

/** Reads the minutes of a server between two UTC days, both inclusive. */
export const sourcesOf = (db: Database, server: ServerSince, from: number, to: number): MinuteSources => {
  const store = uptimeStore(db)
  return { online: store.list(server.number, from, to), watched: store.list(self, from, to), since: sinceOf(server) }
}

/** Reads the last UTC days of servers, oldest first. The watched minutes are read once for all of them. */
export function uptimeOf(db: Database, today: number) {
  const store = uptimeStore(db)
  let cached: { readonly from: number; readonly watched: ReadonlyMap<number, MinuteSet> } | undefined
  return (server: ServerSince, count: number): UptimeDay[] => {
    const from = today - count + 1
    // the day before determines the state at the beginning of the first day
    if (cached?.from !== from) cached = { from, watched: store.list(self, from - 1, today) }
    const online = store.list(server.number, from - 1, today)
    return uptimeDays({ online, watched: cached.watched, since: sinceOf(server) }, from, today)
  }
}
