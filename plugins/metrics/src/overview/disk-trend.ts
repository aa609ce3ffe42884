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
