import { type AbsoluteRange, isRelativeRange, resolveRange, type TimeRange } from '@svc/dashboard-sdk'

/**
 * Which records to ask for. The server answers a window of less than a day with rounds, and means of several when they are
 * very many; a longer one with hours.
 */
export interface Reading {
  /** what the time axis shows */
  readonly span: AbsoluteRange
  readonly points: 'rounds' | 'hours'
  readonly asked: AbsoluteRange
  /** rounds of the hours that may not be summed up yet */
  readonly tail?: AbsoluteRange
}

const hour = 3600
const day = 24 * hour

const hourOf = (at: number) => Math.floor(at / hour) * hour

/** One that goes on ends with the running minute, so that the newest round is in it. */
const spanAt = (stretch: TimeRange, now: number) =>
  resolveRange(stretch, isRelativeRange(stretch) ? Math.ceil(now / 60) * 60 : now)

/** `now` in seconds. */
export function readingOf(stretch: TimeRange, now: number): Reading {
  const span = spanAt(stretch, now)
  const length = span.to - span.from
  if (length < day) return { span, points: 'rounds', asked: span }
  // the last 24 hours are a second too long
  if (length === day && isRelativeRange(stretch)) {
    return { span, points: 'rounds', asked: { from: span.from + 1, to: span.to } }
  }
  return hoursOf(span, now)
}

function hoursOf(span: AbsoluteRange, now: number): Reading {
  const asked = { from: Math.min(hourOf(span.from), span.to - day), to: span.to }
  const fresh = Math.max(span.from, hourOf(now) - hour)
  return { span, points: 'hours', asked, ...(span.to > fresh ? { tail: { from: fresh, to: span.to } } : {}) }
}

/** Rounds are kept for days, hours for months: what to ask for when the rounds of an old window are gone. */
export function insteadOf({ span, points }: Reading, now: number): Reading | undefined {
  return points === 'rounds' && span.to < now - day ? hoursOf(span, now) : undefined
}
