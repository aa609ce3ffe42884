import type { Database } from '@svc/plugin-sdk'
import { numberBits, numberOfKey, packKey, minuteOfKey as unitOfKey } from '../record-key.ts'
import type { Counters, Traffic } from './counters.ts'
import type { Hole } from './holes.ts'

/** The traffic of one hour or day; hours count since the epoch, days as in `dates.ts`. */
export interface TrafficRow {
  readonly unit: number
  readonly in: number
  readonly out: number
}

/** What a sum stops at: past it, whole numbers are not exact, and only a broken or hostile agent gets there. */
const most = Number.MAX_SAFE_INTEGER

/** The counters of the last record, and where records are missing before it. */
export interface Known extends Counters {
  readonly holes: readonly Hole[]
}
const step = 2 ** numberBits
const sums = { hourly: 'metrics_traffic_hourly', daily: 'metrics_traffic_daily' } as const

type Keys = { first: number; last: number; step: number }
type Found = { id: number; bytes_in: number; bytes_out: number }
const keys = 'WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)'
const keyRange = (number: number, from: number, to: number): Keys => ({
  first: packKey(from, number),
  last: packKey(to, number),
  step,
})

export const capped = (value: number) => Math.min(value, most)

/** Counters of hosts and what they add up to. */
export function trafficStore(db: Database) {
  const counters = db.prepare<[number], Counters & { holes: string | null }>(
    `SELECT minute, last_in AS "in", last_out AS out, uptime, holes
     FROM metrics_traffic_counters LEFT JOIN metrics_traffic_holes USING (number) WHERE number = ?`,
  )
  const keep = db.prepare<[Counters & { number: number }]>(`
    INSERT INTO metrics_traffic_counters (number, minute, last_in, last_out, uptime)
    VALUES (@number, @minute, @in, @out, @uptime)
    ON CONFLICT DO UPDATE SET minute = @minute, last_in = @in, last_out = @out, uptime = @uptime`)
  const keepHoles = db.prepare<[number, string]>('INSERT OR REPLACE INTO metrics_traffic_holes VALUES (?, ?)')
  const forget = db.prepare<[number]>('DELETE FROM metrics_traffic_counters WHERE number = ?')
  const forgetHoles = db.prepare<[number]>('DELETE FROM metrics_traffic_holes WHERE number = ?')
  const adding = (table: string) => ({
    to: db.prepare<[{ id: number } & Traffic]>(`
      INSERT INTO ${table} VALUES (@id, max(0, @in), max(0, @out)) ON CONFLICT DO UPDATE SET
        bytes_in = max(0, min(bytes_in + @in, ${most})), bytes_out = max(0, min(bytes_out + @out, ${most}))`),
    tidy: db.prepare<[number]>(`DELETE FROM ${table} WHERE id = ? AND bytes_in = 0 AND bytes_out = 0`),
  })
  const add = { hourly: adding(sums.hourly), daily: adding(sums.daily) }
  const reading = (table: string) =>
    db.prepare<[Keys], Found>(
      `${keys} SELECT t.id, t.bytes_in, t.bytes_out FROM k CROSS JOIN ${table} t ON t.id = k.id ORDER BY t.id`,
    )
  const read = { hourly: reading(sums.hourly), daily: reading(sums.daily) }
  const oldest = (table: string) => db.prepare<[], { id: number | null }>(`SELECT min(id) AS id FROM ${table}`)
  const first = { hourly: oldest(sums.hourly), daily: oldest(sums.daily) }

  return {
    counters(number: number): Known | undefined {
      const row = counters.get(number)
      return row && { ...row, holes: row.holes === null ? [] : (JSON.parse(row.holes) as Hole[]) }
    },
    forget(number: number) {
      forget.run(number)
      forgetHoles.run(number)
    },
    /** Keeps the counters of a server instead of those that are `known`. Holes rarely change, and are written when they do. */
    keep(number: number, known: Known | undefined, { holes, ...last }: Known) {
      keep.run({ number, ...last })
      const text = JSON.stringify(holes)
      if (text === JSON.stringify(known?.holes ?? [])) return
      if (holes.length > 0) keepHoles.run(number, text)
      else forgetHoles.run(number)
    },
    /** Adds to what an hour or day has; less than nothing takes away. */
    add(tier: keyof typeof sums, unit: number, number: number, traffic: Traffic) {
      const id = packKey(unit, number)
      add[tier].to.run({ id, ...traffic })
      if (traffic.in < 0 || traffic.out < 0) add[tier].tidy.run(id)
    },
    /** What one server has between two hours or days, both inclusive, ascending. Without those that have nothing. */
    of(tier: keyof typeof sums, number: number, from: number, to: number): TrafficRow[] {
      // keys from before anything was kept need not be looked up: cycles may be decades back
      const kept = first[tier].get()?.id
      if (kept == null) return []
      const start = Math.max(from, unitOfKey(kept))
      if (start > to) return []
      return read[tier]
        .all(keyRange(number, start, to))
        .map(({ id, bytes_in, bytes_out }) => ({ unit: unitOfKey(id), in: bytes_in, out: bytes_out }))
    },
  }
}
export type TrafficStore = ReturnType<typeof trafficStore>

/** Totals of many servers from day `from` to day `to`; each from the day it is asked for. */
export function totalsByServer(
  db: Database,
  since: ReadonlyMap<number, number>,
  to: number,
): ReadonlyMap<number, Traffic> {
  const totals = new Map<number, { in: number; out: number }>()
  if (since.size === 0) return totals
  const from = Math.min(...since.values())
  const rows = db
    .prepare<[number, number], Found>(`SELECT * FROM ${sums.daily} WHERE id >= ? AND id < ? ORDER BY id`)
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

/** Hours since the epoch, both inclusive; of the first one only a share counts, 0 to 1. */
export interface HoursInput {
  readonly from: number
  readonly to: number
  readonly firstShare: number
}

/** Totals of all servers over some hours, by server number; of the first hour only a share. */
export function totalsOfHours(db: Database, { from, to, firstShare }: HoursInput): TrafficRow[] {
  const part = 'CASE WHEN id < @second THEN @firstShare ELSE 1 END'
  return db
    .prepare<[{ first: number; second: number; end: number; firstShare: number }], TrafficRow>(
      `SELECT id & ${step - 1} AS unit, total(bytes_in * ${part}) AS "in", total(bytes_out * ${part}) AS out
       FROM ${sums.hourly} WHERE id >= @first AND id < @end GROUP BY unit`,
    )
    .all({ first: packKey(from, 0), second: packKey(from + 1, 0), end: packKey(to + 1, 0), firstShare })
    .map((row) => ({ unit: row.unit, in: Math.round(capped(row.in)), out: Math.round(capped(row.out)) }))
}

/** Totals of days over some servers, ascending; without days that have nothing. */
export function totalsByDay(db: Database, from: number, to: number, of: readonly number[]): TrafficRow[] {
  return db
    .prepare<[number, number, string], { unit: number; bytes_in: number; bytes_out: number }>(
      // total() adds as floating point: unlike sum() it does not fail on what hostile agents may make of it
      `SELECT id >> ${numberBits} AS unit, total(bytes_in) AS bytes_in, total(bytes_out) AS bytes_out
       FROM ${sums.daily} WHERE id >= ? AND id < ? AND id & ${step - 1} IN (SELECT value FROM json_each(?))
       GROUP BY unit ORDER BY unit`,
    )
    .all(packKey(from, 0), packKey(to + 1, 0), JSON.stringify(of))
    .map(({ unit, bytes_in, bytes_out }) => ({ unit, in: capped(bytes_in), out: capped(bytes_out) }))
}
