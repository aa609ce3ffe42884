import { invalid } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'

/** When a window opens for the first time and closes again, and how that repeats. Times are epoch seconds. */
export interface Schedule {
  readonly start: number
  readonly end: number
  /** RRULE without DTSTART; null: once */
  readonly recurrence: string | null
  /** IANA name */
  readonly timezone: string
}

const day = 86_400
/** How far ahead occurrences are known, and how far back a new window may have begun. */
const horizon = 400 * day
/** Known ahead even if they are rarer than that. */
const minAhead = 5
const maxDuration = 90 * day

const parts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']
const part = new RegExp(`^(?:${parts.join('|')})=[A-Z0-9,+-]+$`)
const frequency = /(?:^|;)FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;|$)/

/** The rule in the spelling of RFC 5545. */
export function readRecurrence(text: string | null | undefined): string | null {
  const rule = (text ?? '')
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  if (rule === '') return null
  const names = rule.split(';').map((one) => one.split('=', 1)[0])
  const isKnown = rule.split(';').every((one) => part.test(one)) && new Set(names).size === names.length
  if (!isKnown || !frequency.test(rule)) throw invalid('recurrence', 'status.RECURRENCE')
  return rule
}

/** Throws 422 unless this is the name of a time zone. */
export function readTimezone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw invalid('timezone', 'status.TIMEZONE')
  }
}

export interface Occurrences {
  /** oldest first */
  readonly spans: readonly Span[]
  /** whether there are no others beyond these */
  readonly isComplete: boolean
}

/**
 * The occurrences of a schedule that begin after `after`, as far ahead as they are known. Local times that a clock change
 * skips do not occur, as RFC 5545 says; each occurrence is as long as the first one.
 */
export async function occurrencesOf(schedule: Schedule, after: number, now: number): Promise<Occurrences> {
  const { start, end, recurrence, timezone } = schedule
  const length = end - start
  if (recurrence === null) return { spans: start > after ? [{ from: start, to: end }] : [], isComplete: true }
  // Loaded on first use, because it is large.
  const { RRuleTemporal } = await import('rrule-temporal')
  const spans: Span[] = []
  let ahead = 0
  let isComplete = true
  try {
    const dtstart = Temporal.Instant.fromEpochMilliseconds(start * 1000).toZonedDateTimeISO(timezone)
    const rule = new RRuleTemporal({ rruleString: recurrence, dtstart, strict: true })
    // `all` is lazy with a callback, and stops by itself after a number of iterations.
    rule.all((instant) => {
      const from = Math.floor(instant.epochMilliseconds / 1000)
      if (from > now + horizon && ahead >= minAhead) {
        isComplete = false
        return false
      }
      if (from > now) ahead += 1
      if (from > after) spans.push({ from, to: from + length })
      return true
    })
  } catch {
    if (spans.length === 0) throw invalid('recurrence', 'status.RECURRENCE')
  }
  return { spans, isComplete }
}

/** The occurrences of a new schedule, which begins with the first of them. Throws 422 if there is none. */
export async function readSchedule(
  schedule: Schedule,
  now: number,
): Promise<Occurrences & { readonly schedule: Schedule }> {
  const { start, end, recurrence } = schedule
  if (end <= start) throw invalid('end_at', 'status.END_BEFORE_START')
  if (end - start > maxDuration) throw invalid('end_at', 'status.TOO_LONG', { days: maxDuration / day })
  if (start < 0) throw invalid('start_at', 'kernel.BEFORE_EPOCH')
  if (recurrence !== null && start < now - horizon) throw invalid('start_at', 'status.TOO_OLD', { days: horizon / day })
  const found = await occurrencesOf(schedule, Number.NEGATIVE_INFINITY, now)
  const [first] = found.spans
  if (!first) throw invalid('recurrence', 'status.NEVER_OCCURS')
  return { ...found, schedule: { ...schedule, start: first.from, end: first.to } }
}
