import { type AbsoluteRange, isRelativeRange, resolveRange, type TimeRange } from '@svc/dashboard-sdk'

/** Which records to read for a stretch of time. Ends are inclusive, as the API has them. */
export interface Reading {
  /** what the time axis shows */
  readonly span: AbsoluteRange
  /** what the points are, as far as they are kept */
  readonly tier: 'raw' | 'hourly'
  readonly raw?: AbsoluteRange
  readonly hourly?: AbsoluteRange
  /** the end of the stretch is now, or will be reached */
  readonly moving: boolean
}

const hour = 3600
const day = 24 * hour
/** Seconds of a fixed stretch that is read minute by minute: what is kept by default, and what a chart draws in a frame. */
const mostRaw = 7 * day
/** Records of minutes are kept for a day at least. */
const surelyRaw = day

const hourOf = (at: number) => Math.floor(at / hour) * hour

/**
 * Up to a day is read minute by minute, and more by the hour. A stretch that was zoomed into or chosen with both ends is
 * read minute by minute up to a week; of an older one the minutes may be gone, so the hours are read as well. The hours
 * that just ended may not be aggregated yet and the running one never is: their minutes are read as well.
 */
export function readingOf(stretch: TimeRange, now: number): Reading {
  const asked = resolveRange(stretch, now)
  const moving = asked.to > now - 60
  const span = { from: asked.from, to: asked.to }
  const length = span.to - span.from
  // thousands of records are not read again for one more
  const step = length > day && !isRelativeRange(stretch) ? 300 : 60
  const end = Math.min(span.to, Math.floor(now / step) * step)
  const hours = { from: hourOf(span.from), to: hourOf(end) }
  if (length <= day && isRelativeRange(stretch)) return { span, tier: 'raw', raw: span, moving }
  if (length <= mostRaw && !isRelativeRange(stretch)) {
    if (span.from >= now - surelyRaw) return { span, tier: 'raw', raw: { from: span.from, to: end }, moving }
    // from the full hour on, to tell an hour whose minutes are gone from one of which the stretch shows an outage
    return { span, tier: 'raw', raw: { from: hours.from, to: end }, hourly: hours, moving }
  }
  const fresh = Math.max(span.from, hourOf(now) - hour)
  const tail = end > fresh ? { raw: { from: fresh, to: end } } : {}
  return { span, tier: 'hourly', hourly: hours, ...tail, moving }
}
