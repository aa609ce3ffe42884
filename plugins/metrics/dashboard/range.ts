/** The stretches of time one can choose. `live` is drawn from what this tab heard, the others from stored records. */
export const rangeNames = ['live', '1h', '6h', '24h'] as const
export type RangeName = (typeof rangeNames)[number]

/** Seconds since the epoch. */
export interface Span {
  readonly from: number
  readonly to: number
}

const hour = 3600
const lengths: Readonly<Record<Exclude<RangeName, 'live'>, number>> = { '1h': hour, '6h': 6 * hour, '24h': 24 * hour }

/** What the server gives at once. */
const longest = 31 * 24 * hour
const shortest = 120

/** Reads the range of the address: a name, or the two ends of a stretch that was zoomed into. Anything else is live. */
export function parseRange(raw: string | undefined): RangeName | Span {
  const name = rangeNames.find((known) => known === raw)
  if (name) return name
  const [, from, to] = /^(\d{9,11})-(\d{9,11})$/.exec(raw ?? '') ?? []
  if (!from || !to) return 'live'
  const span = { from: Number(from), to: Number(to) }
  const length = span.to - span.from
  return length >= shortest && length <= longest ? span : 'live'
}

/** Both ends at whole minutes, which is how records are kept. A drag that is too short is widened around its middle. */
export function zoomSpan(from: number, to: number): Span {
  const middle = (from + to) / 2
  const half = Math.max(shortest * 2, to - from) / 2
  return { from: Math.floor((middle - half) / 60) * 60, to: Math.ceil((middle + half) / 60) * 60 }
}

export const writeSpan = ({ from, to }: Span): string => `${from}-${to}`

/** The stretch that a range means at `now`, ending with the running minute. */
export function spanOf(range: Exclude<RangeName, 'live'> | Span, now: number): Span {
  if (typeof range !== 'string') return range
  const to = Math.floor(now / 60) * 60
  return { from: to - lengths[range], to }
}

/** The shortest named range that reaches back to `span`, else the longest one. */
export function coveringName(span: Span, now: number): Exclude<RangeName, 'live'> {
  const names = ['1h', '6h', '24h'] as const
  return names.find((name) => spanOf(name, now).from <= span.from) ?? '24h'
}
