/** A stretch of time that ends now: `6h`, `30d`. */
export interface RelativeRange {
  readonly name: string
  readonly seconds: number
}

/** A stretch of time that stays where it is. Seconds since the epoch. */
export interface AbsoluteRange {
  readonly from: number
  readonly to: number
}

/** A stretch of time, whether its end moves or not. */
export type TimeRange = RelativeRange | AbsoluteRange

/** What can be shown: the reports as they come, or what was stored of a stretch of time. */
export type Range = 'live' | TimeRange

/** The choices that are always on screen. */
export const rangeNames = ['live', '1h', '6h', '24h', '7d', '30d'] as const

const hour = 3600
const day = 24 * hour
/** Hourly records are given for no more at once. */
export const longest = 400 * day
/** Two records make a line. */
export const shortest = 120

const lengths = { h: hour, d: day }

/** Whether a range ends now, and moves on with it. */
export const isRelativeRange = (range: Range): range is RelativeRange => range !== 'live' && 'seconds' in range

/** Reads the range of the address: a length that ends now, or two ends. Anything else is live. */
export function parseRange(raw: string | undefined): Range {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(raw ?? '') ?? []
  if (raw && count && unit) {
    const seconds = Number(count) * lengths[unit as 'h' | 'd']
    return seconds <= longest ? { name: raw, seconds } : 'live'
  }
  const [, from, to] = /^(\d{9,11})-(\d{9,11})$/.exec(raw ?? '') ?? []
  if (!from || !to) return 'live'
  const span = { from: Number(from), to: Number(to) }
  const length = span.to - span.from
  return length >= shortest && length <= longest ? span : 'live'
}

/** How the address writes a range; undefined for the one it need not write. */
export const formatRange = (range: Range): string | undefined =>
  range === 'live' ? undefined : isRelativeRange(range) ? range.name : `${range.from}-${range.to}`

/** The stretch at `now`; one that ends now ends with the running minute. */
export function resolveRange(stretch: TimeRange, now: number): AbsoluteRange {
  if (!isRelativeRange(stretch)) return stretch
  const to = Math.floor(now / 60) * 60
  return { from: to - stretch.seconds, to }
}

const least = 2 * shortest

/**
 * What a drag from `from` to `to` shows: whole minutes, which is how records are kept, nothing that is still to come, and
 * not less than four of them.
 */
export function zoomRange(from: number, to: number, now: number): AbsoluteRange {
  const end = Math.ceil(now / 60) * 60
  const middle = (from + to) / 2
  const half = Math.max(least, to - from) / 2
  const last = Math.min(end, Math.ceil((middle + half) / 60) * 60)
  const first = Math.min(last - least, Math.floor((middle - half) / 60) * 60)
  return { from: Math.max(first, last - longest), to: last }
}

const wider = ['1h', '6h', '24h', '7d', '30d', '90d', '400d'].map((name) => parseRange(name) as RelativeRange)

/** The shortest of the usual stretches that reaches back to `span` and is longer than it. */
export function covering(span: AbsoluteRange, now: number): RelativeRange {
  const longer = wider.filter(({ seconds }) => seconds > span.to - span.from)
  return longer.find((one) => resolveRange(one, now).from <= span.from) ?? (wider.at(-1) as RelativeRange)
}
