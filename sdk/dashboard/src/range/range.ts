/** A time range that ends now: `6h`, `30d`. */
export interface RelativeRange {
  readonly name: string
  readonly seconds: number
}

/** A fixed time range in epoch seconds. */
export interface AbsoluteRange {
  readonly from: number
  readonly to: number
}

/** A relative or absolute time range. */
export type TimeRange = RelativeRange | AbsoluteRange

/** What charts show: live reports, or the history of a time range. */
export type Range = 'live' | TimeRange

/** The ranges offered as buttons. */
export const rangeNames = ['live', '1h', '6h', '24h', '7d', '30d'] as const

const hour = 3600
const day = 24 * hour
/** The API limit for hourly records. */
export const maxSeconds = 400 * day
/** Two one-minute records: the minimum for a line. */
export const minSeconds = 120

const lengths = { h: hour, d: day }

/** Whether a range ends now and moves with the clock. */
export const isRelativeRange = (range: Range): range is RelativeRange => range !== 'live' && 'seconds' in range

/** Parses the range of a URL: `live`, a length such as `6h`, or `from-to`. Undefined for anything else. */
export function parseRange(raw: string | undefined): Range | undefined {
  if (raw === 'live') return raw
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(raw ?? '') ?? []
  if (raw && count && unit) {
    const seconds = Number(count) * lengths[unit as 'h' | 'd']
    return seconds <= maxSeconds ? { name: raw, seconds } : undefined
  }
  const [, from, to] = /^(\d{9,11})-(\d{9,11})$/.exec(raw ?? '') ?? []
  if (!from || !to) return undefined
  const span = { from: Number(from), to: Number(to) }
  const length = span.to - span.from
  return length >= minSeconds && length <= maxSeconds ? span : undefined
}

/** Formats a range for the URL. */
export const formatRange = (range: Range): string =>
  range === 'live' ? range : isRelativeRange(range) ? range.name : `${range.from}-${range.to}`

/** Resolves a range to its ends at `now`. Relative ranges end with the current minute. */
export function resolveRange(stretch: TimeRange, now: number): AbsoluteRange {
  if (!isRelativeRange(stretch)) return stretch
  const to = Math.floor(now / 60) * 60
  return { from: to - stretch.seconds, to }
}

/** What charts show before a range was chosen: the last hour, or the last day of a server that is offline. */
export function defaultRange(lastUsed: string | null, isOffline: boolean): Range {
  const hourly: Range = { name: '1h', seconds: hour }
  const last = parseRange(lastUsed ?? undefined) ?? hourly
  const isShort = last === 'live' || (isRelativeRange(last) && last.seconds < day)
  return isOffline && isShort ? { name: '24h', seconds: day } : last
}

const minZoomSeconds = 2 * minSeconds

/** The range of a zoom from `from` to `to`: whole minutes like the records, not in the future, and at least four minutes. */
export function zoomRange(from: number, to: number, now: number): AbsoluteRange {
  const end = Math.ceil(now / 60) * 60
  const middle = (from + to) / 2
  const half = Math.max(minZoomSeconds, to - from) / 2
  const last = Math.min(end, Math.ceil((middle + half) / 60) * 60)
  const first = Math.min(last - minZoomSeconds, Math.floor((middle - half) / 60) * 60)
  return { from: Math.max(first, last - maxSeconds), to: last }
}

const presets = ['1h', '6h', '24h', '7d', '30d', '90d', '400d'].map((name) => parseRange(name) as RelativeRange)

/** The minSeconds preset that is longer than `span` and reaches back to it. */
export function enclosingRange(span: AbsoluteRange, now: number): RelativeRange {
  const longer = presets.filter(({ seconds }) => seconds > span.to - span.from)
  return longer.find((one) => resolveRange(one, now).from <= span.from) ?? (presets.at(-1) as RelativeRange)
}
