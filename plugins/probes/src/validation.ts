import { ApiError, fromTimestamp, invalid } from '@svc/plugin-sdk'
import type { ProbeType } from '@svc/probe-target'
import { parseProbeTarget } from '@svc/probe-target'

const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Trims and validates single-line text. Throws 422. */
export function readLine(field: string, text: string, max: number, min = 1): string {
  const trimmed = text.trim()
  if (control.test(trimmed)) throw invalid(field, 'must not contain control characters')
  if (trimmed.length < min || trimmed.length > max) throw invalid(field, `must have ${min} to ${max} characters`)
  return trimmed
}

/** Validates a target. Throws 422. */
export function readTarget(type: ProbeType, text: string): string {
  const trimmed = readLine('target', text, 2048)
  const parsed = parseProbeTarget(type, trimmed)
  if ('rule' in parsed) throw invalid('target', parsed.rule)
  return trimmed
}

/** 400 instead of 422, like all validation errors of queries. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

const maxDays = 400

/** Epoch seconds. An unescaped plus sign of the offset arrives as a space. */
function parseInstant(field: 'from' | 'to', text: string): number {
  const seconds = fromTimestamp(text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  if (seconds === undefined) {
    throw badQuery(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  if (seconds < 0) throw badQuery(field, 'must not be before 1970')
  return seconds
}

/** A time range in epoch seconds. Throws 400 if the ends are invalid, inverted or too far apart. */
export function parseRange(query: { readonly from: string; readonly to: string }): { from: number; to: number } {
  const [from, to] = [parseInstant('from', query.from), parseInstant('to', query.to)]
  if (from > to) throw badQuery('from', 'must not be after to')
  if (to - from > maxDays * 86_400) throw badQuery('to', `must be at most ${maxDays} days after from`)
  return { from, to }
}
