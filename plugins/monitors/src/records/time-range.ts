import { Type } from '@sinclair/typebox'
import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

const instant = (meaning: string) =>
  Type.Optional(Type.String({ description: `RFC 3339 instant with offset; ${meaning}` }))

/** Query parameters of a time range, both ends inclusive. */
export const TimeRange = { from: instant('start, inclusive'), to: instant('end, inclusive') }

/** 400 instead of 422, like all validation errors of queries. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

/** An unescaped plus sign of the offset arrives as a space. */
function parseSeconds(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = fromTimestamp(text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  if (seconds === undefined) {
    throw badQuery(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  return seconds
}

interface Query {
  readonly from?: string
  readonly to?: string
}

/** Epoch seconds; `fallback` replaces a missing end. */
export function parseRange(query: Query, fallback: { from: (to: number) => number; to: number }) {
  const to = parseSeconds('to', query.to) ?? fallback.to
  const from = parseSeconds('from', query.from) ?? fallback.from(to)
  if (from > to) throw badQuery('from', 'must not be after to')
  return { from, to }
}

const daySeconds = 86_400
const maxDays = 400

/** At most 400 days, by default the last 24 hours. */
export function parseSummaryRange(query: Query, now: number) {
  const range = parseRange(query, { to: now, from: (to) => to - daySeconds })
  if (range.to - range.from > maxDays * daySeconds) {
    throw badQuery('to', `must be at most ${maxDays} days after from`)
  }
  return range
}
