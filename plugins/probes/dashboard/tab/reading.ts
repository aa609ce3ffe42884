import { type AbsoluteRange, isRelativeRange, resolveRange, type TimeRange } from '@svc/dashboard-sdk'

/**
 * Which records to request. The server returns rounds for less than a day, aggregated if there are very many, and
 * otherwise hours.
 */
export interface Reading {
  /** what the time axis shows */
  readonly span: AbsoluteRange
  readonly points: 'rounds' | 'hours'
  readonly requested: AbsoluteRange
  /** rounds of hours that may not be aggregated yet */
  readonly tail?: AbsoluteRange
}

const hour = 3600
const day = 24 * hour

const hourOf = (at: number) => Math.floor(at / hour) * hour

/** A relative range ends with the current minute, to include the newest round. */
export const lastMinute = (now: number) => Math.ceil(now / 60) * 60
const spanAt = (range: TimeRange, now: number) => resolveRange(range, isRelativeRange(range) ? lastMinute(now) : now)

/** `now` in seconds. */
export function readingOf(range: TimeRange, now: number): Reading {
  const span = spanAt(range, now)
  const length = span.to - span.from
  if (length < day) return { span, points: 'rounds', requested: span }
  // 24 hours would be hours; a second less is rounds.
  if (length === day && isRelativeRange(range)) {
    return { span, points: 'rounds', requested: { from: span.from + 1, to: span.to } }
  }
  return hoursOf(span, now)
}

function hoursOf(span: AbsoluteRange, now: number): Reading {
  const requested = { from: Math.min(hourOf(span.from), span.to - day), to: span.to }
  const fresh = Math.max(span.from, hourOf(now) - hour)
  return { span, points: 'hours', requested, ...(span.to > fresh ? { tail: { from: fresh, to: span.to } } : {}) }
}

/** The query if the rounds of an old range have been deleted: rounds are stored for days, hours for months. */
export function fallbackOf({ span, points }: Reading, now: number): Reading | undefined {
  return points === 'rounds' && span.to < now - day ? hoursOf(span, now) : undefined
}
