import { Type } from '@sinclair/typebox'
import type { Params, TextCode } from '@svc/protocol/text'
import { ApiError } from './api-error.ts'
import { isDate, parseTimestamp, QueryInstant } from './time.ts'

/** 400 for an invalid query parameter. Query parameters are 400 rather than 422 everywhere in the API. */
export const badQuery = (field: string, code: TextCode, params?: Params): ApiError =>
  new ApiError(400, 'BAD_REQUEST', undefined, { fields: [{ field, code, params }] })

/** Query parameters of a time range. */
export const TimeRange = () =>
  Type.Object({
    from: QueryInstant('start of the range, inclusive'),
    to: QueryInstant('end of the range, inclusive; of a date, its last second'),
  })

/** Milliseconds. An unescaped plus sign of the offset arrives as a space. */
function parseMs(field: string, text: string): number {
  const ms = parseTimestamp(text.replace(/(T.*) (\d{2}(:?\d{2})?)$/i, '$1+$2'))
  if (ms === undefined) throw badQuery(field, 'kernel.INSTANT', { example: '2026-01-31T08:00:00Z' })
  if (ms < 0) throw badQuery(field, 'kernel.BEFORE_EPOCH')
  return ms
}

/** Milliseconds of an inclusive end; a date lasts until its last second. */
const parseEndMs = (field: string, text: string): number => parseMs(field, text) + (isDate(text) ? 86_399_000 : 0)

/** Epoch seconds of a query parameter; throws 400. */
export const parseInstant = (field: string, text: string): number => Math.floor(parseMs(field, text) / 1000)

/** Epoch seconds of a query parameter that ends a range, inclusive; of a date, its last second. Throws 400. */
export const parseEnd = (field: string, text: string): number => Math.floor(parseEndMs(field, text) / 1000)

/** The whole seconds within `from` and `to`, both inclusive. Throws 400 if an end is invalid or the ends are inverted. */
export function parseTimeRange(query: { readonly from: string; readonly to: string }): {
  readonly from: number
  readonly to: number
} {
  const [from, to] = [parseMs('from', query.from), parseEndMs('to', query.to)]
  if (from > to) throw badQuery('from', 'kernel.RANGE_ORDER')
  return { from: Math.ceil(from / 1000), to: Math.floor(to / 1000) }
}

const daySeconds = 86_400

/**
 * The part of a range in which something can be stored: between `days` before `now`, in epoch seconds, and now, each with
 * a day to spare. A range outside becomes its nearest second.
 */
export function storedRange(
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
  days = Number.POSITIVE_INFINITY,
): { readonly from: number; readonly to: number } {
  const [oldest, newest] = [Math.max(0, now - (days + 1) * daySeconds), now + daySeconds]
  const clamp = (at: number) => Math.min(Math.max(at, oldest), newest)
  return { from: clamp(from), to: clamp(to) }
}
