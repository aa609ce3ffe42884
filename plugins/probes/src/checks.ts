import { ApiError, fromTimestamp, invalid } from '@svc/plugin-sdk'
import { parseProbeTarget } from '@svc/probe-target'
import type { ProbeType } from '@svc/protocol'

const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** A text of one line, trimmed. Throws 422. */
export function oneLine(field: string, text: string, most: number, least = 1): string {
  const trimmed = text.trim()
  if (control.test(trimmed)) throw invalid(field, 'must not contain control characters')
  if (trimmed.length < least || trimmed.length > most) throw invalid(field, `must have ${least} to ${most} characters`)
  return trimmed
}

/** A target that may be probed that way. Throws 422. */
export function safeTarget(type: ProbeType, text: string): string {
  const trimmed = oneLine('target', text, 2048)
  const read = parseProbeTarget(type, trimmed)
  if ('rule' in read) throw invalid('target', read.rule)
  return trimmed
}

/** 400 and not 422, like everything that is wrong with a query. */
const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })

const longestDays = 400

/** Seconds of a query's instant. An offset's plus sign that was not escaped arrives as a space. */
function instant(field: 'from' | 'to', text: string): number {
  const seconds = fromTimestamp(text.replace(/ (\d{2}:\d{2})$/, '+$1'))
  if (seconds === undefined) {
    throw badQuery(field, 'must be an RFC 3339 instant with offset, for example 2026-01-31T08:00:00Z')
  }
  if (seconds < 0) throw badQuery(field, 'must not be before 1970')
  return seconds
}

/** The ends of a range in epoch seconds. Throws 400 when they are no instants, inverted, or too far apart. */
export function rangeOf(query: { readonly from: string; readonly to: string }): { from: number; to: number } {
  const [from, to] = [instant('from', query.from), instant('to', query.to)]
  if (from > to) throw badQuery('from', 'must not be after to')
  if (to - from > longestDays * 86_400) throw badQuery('to', `must be at most ${longestDays} days after from`)
  return { from, to }
}
