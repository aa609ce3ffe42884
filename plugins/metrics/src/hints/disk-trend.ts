import type { Database, Logger } from '@svc/plugin-sdk'
import { hoursPerDay } from '@svc/series'
import { recordsReader } from '../history.ts'

/** Regression sums over points (x, y): x in hours relative to now, so negative, y in GiB. */
export interface Sums {
  readonly count: number
  /** x of the first and last point */
  readonly first: number
  readonly last: number
  readonly x: number
  readonly y: number
  readonly xx: number
  readonly yy: number
  readonly xy: number
  /** y of the last point */
  readonly now: number
}

export interface Trend {
  /** GiB */
  readonly perHour: number
  readonly hoursLeft: number
}

/** Minimum number of points and hours covered for a trend. */
const minimum = { points: 48, hours: 72 }
/** Minimum R² of the linear fit. */
const minFit = 0.9
/** No predictions further ahead than this. */
const maxHoursAhead = 30 * 24
/** No prediction if the last record is older than this. */
const staleHours = 6

/** Predicts when a disk of `total` GiB is full. Undefined without a clear trend. */
export function diskTrend(sums: Sums, total: number): Trend | undefined {
  const { count: n, first, last, x, y, xx, yy, xy, now } = sums
  if (n < minimum.points || last - first < minimum.hours || last < -staleHours) return undefined
  const sxx = xx - (x * x) / n
  const syy = yy - (y * y) / n
  const sxy = xy - (x * y) / n
  if (sxx <= 0 || syy <= 0 || sxy <= 0) return undefined
  if ((sxy * sxy) / (sxx * syy) < minFit) return undefined
  const perHour = sxy / sxx
  const hoursLeft = Math.max(0, (total - now) / perHour)
  return hoursLeft <= maxHoursAhead ? { perHour, hoursLeft } : undefined
}

/** Hours of records that the trend is based on. */
const week = 7 * hoursPerDay
const gib = 2 ** 30

/** Regression sums of a week of hourly disk usage, by server number. */
export function diskSums(
  db: Database,
  log: Pick<Logger, 'error'>,
  { numbers, hour }: { numbers: readonly number[]; hour: number },
): ReadonlyMap<number, Sums> {
  const read = recordsReader(db, 'hourly', { log, fields: ['disk_used'] })
  const found = new Map<number, Sums>()
  for (const number of numbers) {
    const sums = { count: 0, first: 0, last: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, now: 0 }
    for (const [day, { slots, cells }] of read({ number, from: hour - week, to: hour })) {
      for (const [i, slot] of slots.entries()) {
        const x = day * hoursPerDay + slot - hour
        if (x < -week || x > 0) continue
        const y = (cells[0]?.[i] as number) / gib
        if (sums.count === 0) sums.first = x
        sums.count += 1
        sums.last = x
        sums.now = y
        sums.x += x
        sums.y += y
        sums.xx += x * x
        sums.yy += y * y
        sums.xy += x * y
      }
    }
    if (sums.count > 0) found.set(number, sums)
  }
  return found
}
