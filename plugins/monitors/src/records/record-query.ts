import { Type } from '@sinclair/typebox'
import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

const instant = (which: string) => Type.Optional(Type.String({ description: `RFC 3339 instant with offset; ${which}` }))

/** A stretch of time, both ends inclusive. */
export const Span = { from: instant('start, inclusive'), to: instant('end, inclusive') }

/** 400 and not 422, like everything that is wrong with a query. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

/** An offset's plus sign that was not escaped arrives as a space. */
function secondsOf(field: string, text: string | undefined): number | undefined {
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

/** Epoch seconds of a query, with what stands for an end that was left out. */
export function spanOf(query: Query, fallback: { from: (to: number) => number; to: number }) {
  const to = secondsOf('to', query.to) ?? fallback.to
  const from = secondsOf('from', query.from) ?? fallback.from(to)
  if (from > to) throw badQuery('from', 'must not be after to')
  return { from, to }
}

const daySeconds = 86_400
const longestDays = 400

/** As `spanOf`, of at most 400 days; the last 24 hours when nothing is said. */
export function summarySpan(query: Query, now: number) {
  const span = spanOf(query, { to: now, from: (to) => to - daySeconds })
  if (span.to - span.from > longestDays * daySeconds) {
    throw badQuery('to', `must be at most ${longestDays} days after from`)
  }
  return span
}
