import type { HistoryQuery } from './history-query.ts'

/** A row of `GET /api/servers/{id}/records`. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly time: string }

/** A point on the time axis with its records: one, several to be merged, or none. */
export interface Point<Row = Readonly<Record<string, unknown>>> {
  /** seconds since the epoch */
  readonly time: number
  readonly rows: readonly Row[]
}

/** The points of a chart. */
export interface Points {
  readonly points: readonly Point[]
  /** seconds; points further apart are not connected */
  readonly gapAfter: number
  /** times of the hourly points */
  readonly hours: readonly number[]
}

const hour = 3600
/** Seconds. Raw records are a minute apart and one may be late; hourly ones are exact. */
const maxDistance = { raw: 150, hourly: 1.5 * hour }

const hourOf = (at: number) => Math.floor(at / hour) * hour

const toPoint = (record: StoredRecord): Point => ({ time: Date.parse(record.time) / 1000, rows: [record] })

/** Groups per-minute points by hour. */
function byHour(raw: readonly Point[]): ReadonlyMap<number, readonly Point[]> {
  const hours = new Map<number, Point[]>()
  for (const point of raw) {
    const start = hourOf(point.time)
    const group = hours.get(start)
    if (group) group.push(point)
    else hours.set(start, [point])
  }
  return hours
}

/** Hourly points, with the mean so far for hours not aggregated yet, and the latest record at its own time. */
function hourlyPoints(hourly: readonly Point[], raw: readonly Point[]): Points {
  const aggregated = new Set(hourly.map(({ time }) => time))
  const fresh = [...byHour(raw)].filter(([start]) => !aggregated.has(start))
  const folded = fresh.map(([time, points]): Point => ({ time, rows: points.flatMap(({ rows }) => rows) }))
  const all = [...hourly, ...folded].sort((a, b) => a.time - b.time)
  const last = fresh.at(-1)?.[1].at(-1)
  const points = last && last.time > (all.at(-1)?.time ?? 0) ? [...all, last] : all
  return { points, gapAfter: maxDistance.hourly, hours: all.map(({ time }) => time) }
}

/** Per-minute points, or hourly ones where the minutes have expired. */
function rawPoints(minutes: readonly Point[], hourly: readonly Point[], from: number): Points {
  const rawHours = byHour(minutes)
  const raw = minutes.filter(({ time }) => time >= from)
  const olderHours = hourly.filter(({ time }) => !rawHours.has(time))
  if (olderHours.length === 0) return { points: raw, gapAfter: maxDistance.raw, hours: [] }
  const isHour = new Set(olderHours)
  const points: Point[] = []
  for (const point of [...olderHours, ...raw].sort((a, b) => a.time - b.time)) {
    const before = points.at(-1)
    // hourly points may be far apart, per-minute ones may not: an empty point keeps their gap open
    if (before && !isHour.has(before) && !isHour.has(point) && point.time - before.time > maxDistance.raw) {
      points.push({ time: before.time + 60, rows: [] })
    }
    points.push(point)
  }
  return { points, gapAfter: maxDistance.hourly, hours: olderHours.map(({ time }) => time) }
}

/** Combines raw and hourly records into ascending points. */
export function toPoints(
  { tier, span }: Pick<HistoryQuery, 'tier' | 'span'>,
  { raw, hourly }: { raw: readonly StoredRecord[]; hourly: readonly StoredRecord[] },
): Points {
  const minutes = raw.map(toPoint)
  const hours = hourly.map(toPoint)
  return tier === 'raw' ? rawPoints(minutes, hours, span.from) : hourlyPoints(hours, minutes)
}
