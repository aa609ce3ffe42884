import { Type } from '@sinclair/typebox'
import type { Params, TextCode } from '@svc/protocol/text'
import { ApiError } from './api-error.ts'
import { fromTimestamp } from './time.ts'

/** 400 for an invalid query parameter. Query parameters are 400 rather than 422 everywhere in the API. */
export const badQuery = (field: string, code: TextCode, params?: Params): ApiError =>
  new ApiError(400, 'BAD_REQUEST', undefined, { fields: [{ field, code, params }] })

const instant = (description: string) => Type.String({ description: `RFC 3339 instant with offset; ${description}` })

/** Query parameters of a time range; `maxDays` for the description. */
export const TimeRange = (maxDays?: number) =>
  Type.Object({
    from: instant('start of the range, inclusive'),
    to: instant(
      maxDays === undefined
        ? 'end of the range, inclusive'
        : `end of the range, inclusive, at most ${maxDays} days later`,
    ),
  })

/** Milliseconds. An unescaped plus sign of the offset arrives as a space. */
function parseMs(field: string, text: string): number {
  const restored = text.replace(/ (\d{2}:\d{2})$/, '+$1')
  const seconds = fromTimestamp(restored)
  if (seconds === undefined) {
    throw badQuery(field, 'kernel.INSTANT', { example: '2026-01-31T08:00:00Z' })
  }
  if (seconds < 0) throw badQuery(field, 'kernel.BEFORE_EPOCH')
  return Date.parse(restored)
}

/** Epoch seconds of a query parameter; throws 400. */
export const parseInstant = (field: string, text: string): number => Math.floor(parseMs(field, text) / 1000)

/** The whole seconds within `from` and `to`, both inclusive. Throws 400 if an end is invalid, the ends are inverted or too far apart. */
export function parseTimeRange(
  query: { readonly from: string; readonly to: string },
  maxDays = Number.POSITIVE_INFINITY,
): { readonly from: number; readonly to: number } {
  const [from, to] = [parseMs('from', query.from), parseMs('to', query.to)]
  if (from > to) throw badQuery('from', 'kernel.RANGE_ORDER')
  if (to - from > maxDays * 86_400_000) throw badQuery('to', 'kernel.RANGE_LENGTH', { count: maxDays })
  return { from: Math.ceil(from / 1000), to: Math.floor(to / 1000) }
}
