import { Type } from '@sinclair/typebox'
import { ApiError, fromTimestamp } from '@svc/plugin-sdk'

/** Invalid query parameters are 400 rather than 422 everywhere in the API. */
export const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

const instant = (which: string) => Type.String({ description: `RFC 3339 instant with offset; ${which}` })

/** Query schema of a time range; `limit` describes its maximum length. */
export const TimeRange = (limit: string) =>
  Type.Object({
    from: instant('start of the range, inclusive'),
    to: instant(`end of the range, inclusive, ${limit}`),
  })

const dayMs = 86_400_000

/** Parses an instant to milliseconds. An unescaped plus sign in the offset arrives as a space. */
const parse = (field: 'from' | 'to', text: string): number => {
  const restored = text.replace(/ (\d{2}:\d{2})$/, '+$1')
  if (fromTimestamp(restored) === undefined) {
    throw badQuery(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  return Date.parse(restored)
}

/** Start and end in milliseconds. Throws 400 if either is invalid, they are inverted, or the range is too long. */
export function timeRange(
  query: { readonly from: string; readonly to: string },
  maxDaysFor: (ms: number) => number,
): { from: number; to: number } {
  const from = parse('from', query.from)
  const to = parse('to', query.to)
  if (from > to) throw badQuery('from', 'must not be after to')
  const maxDays = maxDaysFor(to - from)
  if (to - from > maxDays * dayMs) throw badQuery('to', `must be at most ${maxDays} days after from`)
  return { from, to }
}
