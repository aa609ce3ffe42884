/** Sums over points (x, y): x in hours before now, so negative, and y in GiB. */
export interface Sums {
  readonly count: number
  /** of the first and the last point */
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

/** Less is a mood and not a trend. */
const least = { points: 48, hours: 72 }
/** Share of the variance that a straight line must explain. */
const goodFit = 0.9
/** Farther ahead nobody knows, and nobody has to act. */
const farthestHours = 30 * 24
/** Hours without a record: what was true then may be long over. */
const stale = 6

/** When a disk of `total` GiB is full if it goes on as in the points; undefined when they do not tell. */
export function diskTrend(sums: Sums, total: number): Trend | undefined {
  const { count: n, first, last, x, y, xx, yy, xy, now } = sums
  if (n < least.points || last - first < least.hours || last < -stale) return undefined
  const sxx = xx - (x * x) / n
  const syy = yy - (y * y) / n
  const sxy = xy - (x * y) / n
  if (sxx <= 0 || syy <= 0 || sxy <= 0) return undefined
  if ((sxy * sxy) / (sxx * syy) < goodFit) return undefined
  const perHour = sxy / sxx
  const hoursLeft = Math.max(0, (total - now) / perHour)
  return hoursLeft <= farthestHours ? { perHour, hoursLeft } : undefined
}
