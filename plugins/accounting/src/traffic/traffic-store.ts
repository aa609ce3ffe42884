import type { Database } from '@svc/plugin-sdk'
import { numberBits, numberOfKey, packKey, timeRows, minuteOfKey as unitOfKey } from '@svc/series'
import type { Counters, Traffic } from './counters.ts'
import type { Hole } from './holes.ts'

/** Traffic of one hour since the epoch, or of one day as in `dates.ts`. */
export interface TrafficRow {
  readonly unit: number
  readonly in: number
  readonly out: number
}

/** Cap of sums: larger integers are not exact, and only a broken or hostile agent gets there. */
const maxBytes = Number.MAX_SAFE_INTEGER

/** The counters of the last record and the holes before it. */
export interface LastCounters extends Counters {
  readonly holes: readonly Hole[]
}
const step = 2 ** numberBits
const tables = { hourly: 'accounting_traffic_hourly', daily: 'accounting_traffic_daily' } as const

type Found = { id: number; bytes_in: number; bytes_out: number }

export const capped = (value: number) => Math.min(value, maxBytes)

/** Counters of hosts and their traffic by hour and day. */
export function trafficStore(db: Database) {
  const counters = db.prepare<[number], Counters & { holes: string | null }>(
    `SELECT minute, last_in AS "in", last_out AS out, uptime, holes
     FROM accounting_traffic_counters LEFT JOIN accounting_traffic_holes USING (number) WHERE number = ?`,
  )
  const upsertCounters = db.prepare<[Counters & { number: number }]>(`
    INSERT INTO accounting_traffic_counters (number, minute, last_in, last_out, uptime)
    VALUES (@number, @minute, @in, @out, @uptime)
    ON CONFLICT DO UPDATE SET minute = @minute, last_in = @in, last_out = @out, uptime = @uptime`)
  const upsertHoles = db.prepare<[number, string]>('INSERT OR REPLACE INTO accounting_traffic_holes VALUES (?, ?)')
  const deleteCounters = db.prepare<[number]>('DELETE FROM accounting_traffic_counters WHERE number = ?')
  const deleteHoles = db.prepare<[number]>('DELETE FROM accounting_traffic_holes WHERE number = ?')
  const makeAdd = (table: string) => ({
    upsert: db.prepare<[{ id: number } & Traffic]>(`
      INSERT INTO ${table} VALUES (@id, max(0, @in), max(0, @out)) ON CONFLICT DO UPDATE SET
        bytes_in = max(0, min(bytes_in + @in, ${maxBytes})), bytes_out = max(0, min(bytes_out + @out, ${maxBytes}))`),
    deleteEmpty: db.prepare<[number]>(`DELETE FROM ${table} WHERE id = ? AND bytes_in = 0 AND bytes_out = 0`),
  })
  const add = { hourly: makeAdd(tables.hourly), daily: makeAdd(tables.daily) }
  const makeRead = (table: string) => timeRows(db, table).reader<Found>(['bytes_in', 'bytes_out'])
  const read = { hourly: makeRead(tables.hourly), daily: makeRead(tables.daily) }

  return {
    counters(number: number): LastCounters | undefined {
      const row = counters.get(number)
      return row && { ...row, holes: row.holes === null ? [] : (JSON.parse(row.holes) as Hole[]) }
    },
    delete(number: number) {
      deleteCounters.run(number)
      deleteHoles.run(number)
    },
    /** Replaces the counters `previous`. Holes are only written if they changed, which is rare. */
    setCounters(number: number, previous: LastCounters | undefined, { holes, ...last }: LastCounters) {
      upsertCounters.run({ number, ...last })
      const text = JSON.stringify(holes)
      if (text === JSON.stringify(previous?.holes ?? [])) return
      if (holes.length > 0) upsertHoles.run(number, text)
      else deleteHoles.run(number)
    },
    /** Adds to an hour or day; the traffic may be negative. */
    add(tier: keyof typeof tables, unit: number, number: number, traffic: Traffic) {
      const id = packKey(unit, number)
      add[tier].upsert.run({ id, ...traffic })
      if (traffic.in < 0 || traffic.out < 0) add[tier].deleteEmpty.run(id)
    },
    /** Hours or days of a server, both ends inclusive, ascending. Empty ones are omitted. */
    sums: (tier: keyof typeof tables, number: number, from: number, to: number): TrafficRow[] =>
      read[tier]({ number, from, to }).map(({ id, bytes_in, bytes_out }) => ({
        unit: unitOfKey(id),
        in: bytes_in,
        out: bytes_out,
      })),
  }
}
export type TrafficStore = ReturnType<typeof trafficStore>

/** Totals of many servers up to day `to`, each since its own day. */
export function totalsByServer(
  db: Database,
  since: ReadonlyMap<number, number>,
  to: number,
): ReadonlyMap<number, Traffic> {
  const totals = new Map<number, { in: number; out: number }>()
  if (since.size === 0) return totals
  const from = Math.min(...since.values())
  const rows = db
    .prepare<[number, number], Found>(`SELECT * FROM ${tables.daily} WHERE id >= ? AND id < ? ORDER BY id`)
    .iterate(packKey(from, 0), packKey(to + 1, 0))
  for (const { id, bytes_in, bytes_out } of rows) {
    const number = numberOfKey(id)
    const start = since.get(number)
    if (start === undefined || unitOfKey(id) < start) continue
    const total = totals.get(number) ?? { in: 0, out: 0 }
    total.in = capped(total.in + bytes_in)
    total.out = capped(total.out + bytes_out)
    totals.set(number, total)
  }
  return totals
}

/** Hours since the epoch, both inclusive; the first one counts with `firstShare`, 0 to 1. */
export interface HoursInput {
  readonly from: number
  readonly to: number
  readonly firstShare: number
}

/** Totals of all servers over some hours, by server number. */
export function totalsOfHours(db: Database, { from, to, firstShare }: HoursInput): TrafficRow[] {
  const part = 'CASE WHEN id < @second THEN @firstShare ELSE 1 END'
  return db
    .prepare<[{ first: number; second: number; end: number; firstShare: number }], TrafficRow>(
      `SELECT id & ${step - 1} AS unit, total(bytes_in * ${part}) AS "in", total(bytes_out * ${part}) AS out
       FROM ${tables.hourly} WHERE id >= @first AND id < @end GROUP BY unit`,
    )
    .all({ first: packKey(from, 0), second: packKey(from + 1, 0), end: packKey(to + 1, 0), firstShare })
    .map((row) => ({ unit: row.unit, in: Math.round(capped(row.in)), out: Math.round(capped(row.out)) }))
}

/** Totals per day over some servers, ascending. Empty days are omitted. */
export function totalsByDay(db: Database, from: number, to: number, of: readonly number[]): TrafficRow[] {
  return db
    .prepare<[number, number, string], { unit: number; bytes_in: number; bytes_out: number }>(
      // total() uses floating point: unlike sum() it cannot overflow on values from hostile agents
      `SELECT id >> ${numberBits} AS unit, total(bytes_in) AS bytes_in, total(bytes_out) AS bytes_out
       FROM ${tables.daily} WHERE id >= ? AND id < ? AND id & ${step - 1} IN (SELECT value FROM json_each(?))
       GROUP BY unit ORDER BY unit`,
    )
    .all(packKey(from, 0), packKey(to + 1, 0), JSON.stringify(of))
    .map(({ unit, bytes_in, bytes_out }) => ({ unit, in: capped(bytes_in), out: capped(bytes_out) }))
}
