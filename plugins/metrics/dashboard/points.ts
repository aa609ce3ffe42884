import type { Reading } from './history-query.ts'

/** A row of `GET /api/servers/{id}/records`. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly time: string }

/** A place on the time axis and what is known of it: one record, several that become one, or none. */
export interface Point<Row = Readonly<Record<string, unknown>>> {
  /** seconds since the epoch */
  readonly time: number
  readonly rows: readonly Row[]
}

/** The points of a chart and how far apart two of them may be. */
export interface Points {
  readonly points: readonly Point[]
  /** seconds; further apart is a gap */
  readonly gapAfter: number
  /** the times of those that stand for an hour */
  readonly hours: readonly number[]
}

const hour = 3600
/** Seconds: records are a minute apart, and one may be late; hours are exact. */
const tolerance = { raw: 150, hourly: 1.5 * hour }

const hourOf = (at: number) => Math.floor(at / hour) * hour

const pointOf = (record: StoredRecord): Point => ({ time: Date.parse(record.time) / 1000, rows: [record] })

/** The records of minutes by the hour they lie in. */
function byHour(raw: readonly Point[]): ReadonlyMap<number, readonly Point[]> {
  const hours = new Map<number, Point[]>()
  for (const point of raw) {
    const start = hourOf(point.time)
    const known = hours.get(start)
    if (known) known.push(point)
    else hours.set(start, [point])
  }
  return hours
}

/** Hours, and of those that are not aggregated yet the mean so far; what was recorded last stands at its own time. */
function hourlyPoints(hourly: readonly Point[], raw: readonly Point[]): Points {
  const known = new Set(hourly.map(({ time }) => time))
  const fresh = [...byHour(raw)].filter(([start]) => !known.has(start))
  const folded = fresh.map(([time, points]): Point => ({ time, rows: points.flatMap(({ rows }) => rows) }))
  const all = [...hourly, ...folded].sort((a, b) => a.time - b.time)
  const last = fresh.at(-1)?.[1].at(-1)
  const points = last && last.time > (all.at(-1)?.time ?? 0) ? [...all, last] : all
  return { points, gapAfter: tolerance.hourly, hours: all.map(({ time }) => time) }
}

/** Minutes, and hours where the minutes are not kept any more. */
function rawPoints(read: readonly Point[], hourly: readonly Point[], from: number): Points {
  const kept = byHour(read)
  const raw = read.filter(({ time }) => time >= from)
  const old = hourly.filter(({ time }) => !kept.has(time))
  if (old.length === 0) return { points: raw, gapAfter: tolerance.raw, hours: [] }
  const isHour = new Set(old)
  const points: Point[] = []
  for (const point of [...old, ...raw].sort((a, b) => a.time - b.time)) {
    const before = points.at(-1)
    // hours may be far apart, minutes may not: a hole between these is kept open by a point without a value
    if (before && !isHour.has(before) && !isHour.has(point) && point.time - before.time > tolerance.raw) {
      points.push({ time: before.time + 60, rows: [] })
    }
    points.push(point)
  }
  return { points, gapAfter: tolerance.hourly, hours: old.map(({ time }) => time) }
}

/** What was read, as one line of points in ascending order. */
export function pointsOf(
  { tier, span }: Pick<Reading, 'tier' | 'span'>,
  { raw, hourly }: { raw: readonly StoredRecord[]; hourly: readonly StoredRecord[] },
): Points {
  const minutes = raw.map(pointOf)
  const hours = hourly.map(pointOf)
  return tier === 'raw' ? rawPoints(minutes, hours, span.from) : hourlyPoints(hours, minutes)
}
