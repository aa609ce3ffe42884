import { Type } from '@sinclair/typebox'
import { textRule } from './text-schema.ts'

/** Seconds since the epoch of a clock reading in milliseconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** RFC 3339 with `Z` of seconds since the epoch, without a fraction. */
export const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The form of an ISO 8601 time or date. */
const form =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/u
/** In a query, an unescaped plus sign of the offset arrives as a space. */
const queryForm = new RegExp(form.source.replace('[+-]', '[+ -]'), 'u')

const exampleInstant = '2026-01-31T08:00:00Z'

const instantSchema = (pattern: RegExp, description?: string) =>
  Type.String({
    description: ['ISO 8601 time or date, UTC without an offset', description].filter(Boolean).join('; '),
    maxLength: 64,
    examples: [exampleInstant],
    ...textRule(pattern, 'kernel.INSTANT', { example: exampleInstant }),
  })

/** ISO 8601 time or date in a request. A month may still not have that day, see `fromTimestamp`. */
export const Instant = (description?: string) => instantSchema(form, description)

/** ISO 8601 time or date in a query; read it with `parseInstant` or `parseEnd`. */
export const QueryInstant = (description?: string) => instantSchema(queryForm, description)

const day = /^\d{4}-\d{2}-\d{2}$/
const instant = /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):\d{2}(?::\d{2}(?:[.,]\d+)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/** A day that its month has: `Date` takes 30 February for 2 March. */
const isDay = (date: string): boolean => {
  const midnight = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

/**
 * Milliseconds since the epoch of an ISO 8601 time; `undefined` when the text is none. Without an offset it is UTC, and a
 * date is its midnight.
 */
export function parseTimestamp(text: string): number | undefined {
  if (day.test(text)) return isDay(text) ? Date.parse(`${text}T00:00:00Z`) : undefined
  const [, date, , offset = 'Z'] = instant.exec(text) ?? []
  if (date === undefined || !isDay(date)) return undefined
  const time = text.slice(date.length + 1).replace(/(?:[Zz]|[+-][\d:]+)$/, '')
  const [, sign = '', hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  const ms = Date.parse(`${date}T${time.replace(',', '.')}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** Whether a text is a date without a time. */
export const isDate = (text: string): boolean => day.test(text)

/** Seconds since the epoch of an ISO 8601 time, as `parseTimestamp`. */
export const fromTimestamp = (text: string): number | undefined => {
  const ms = parseTimestamp(text)
  return ms === undefined ? undefined : Math.floor(ms / 1000)
}
