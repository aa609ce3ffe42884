import { Type } from '@sinclair/typebox'
import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

/** 400 and not 422, like everything that is wrong with a query. */
export const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

const instant = (which: string) => Type.String({ description: `RFC 3339 instant with offset; ${which}` })

/** The query of what is read by time; `limit` says how far its ends may be apart. */
export const TimeRange = (limit: string) =>
  Type.Object({
    from: instant('start of the range, inclusive'),
    to: instant(`end of the range, inclusive, ${limit}`),
  })

const dayMs = 86_400_000

/** Milliseconds of a query's instant. An offset's plus sign that was not escaped arrives as a space. */
const parse = (field: 'from' | 'to', text: string): number => {
  const restored = text.replace(/ (\d{2}:\d{2})$/, '+$1')
  if (fromTimestamp(restored) === undefined) {
    throw badQuery(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  return Date.parse(restored)
}

/** The ends of a range in milliseconds. Throws 400 when they are no instants, inverted, or too far apart. */
export function timeRange(
  query: { readonly from: string; readonly to: string },
  longestDaysOf: (ms: number) => number,
): { from: number; to: number } {
  const from = parse('from', query.from)
  const to = parse('to', query.to)
  if (from > to) throw badQuery('from', 'must not be after to')
  const longestDays = longestDaysOf(to - from)
  if (to - from > longestDays * dayMs) throw badQuery('to', `must be at most ${longestDays} days after from`)
  return { from, to }
}
