import {
  type AbsoluteRange,
  isRelativeRange,
  resolveRange,
  serverNow,
  type TimeRange,
  useNow,
} from '@svc/dashboard-sdk'
import { useEffect, useMemo, useState } from 'react'

/** Which records to read for a time range. Ends are inclusive, as in the API. */
export interface HistoryQuery {
  /** the time axis */
  readonly span: AbsoluteRange
  /** preferred resolution of the points */
  readonly tier: 'raw' | 'hourly'
  readonly raw?: AbsoluteRange
  readonly hourly?: AbsoluteRange
  /** whether the range ends now or in the future */
  readonly isLive: boolean
}

const hour = 3600
const day = 24 * hour
/** Longest fixed range read by the minute: the default retention, and what a chart can draw in one frame. */
const maxRawSeconds = 7 * day
/** Raw records are kept for at least a day. */
const minRawRetention = day

const hourOf = (at: number) => Math.floor(at / hour) * hour

/**
 * Relative ranges are read by the minute up to a day and by the hour beyond. Fixed ranges (zoomed or with both ends chosen)
 * are read by the minute up to a week; in older ones the minutes may have expired, so the hours are read too. The latest
 * hours may not be aggregated yet, so their minutes are always read too.
 */
export function planHistoryQuery(stretch: TimeRange, now: number): HistoryQuery {
  const requested = resolveRange(stretch, now)
  const isLive = requested.to > now - 60
  const span = { from: requested.from, to: requested.to }
  const length = span.to - span.from
  // do not reload thousands of records every minute
  const step = length > day && !isRelativeRange(stretch) ? 300 : 60
  const end = Math.min(span.to, Math.floor(now / step) * step)
  const hours = { from: hourOf(span.from), to: hourOf(end) }
  if (length <= day && isRelativeRange(stretch)) return { span, tier: 'raw', raw: span, isLive }
  if (length <= maxRawSeconds && !isRelativeRange(stretch)) {
    if (span.from >= now - minRawRetention) return { span, tier: 'raw', raw: { from: span.from, to: end }, isLive }
    // start at the full hour, to tell hours with expired minutes from hours with an outage
    return { span, tier: 'raw', raw: { from: hours.from, to: end }, hourly: hours, isLive }
  }
  const tailStart = Math.max(span.from, hourOf(now) - hour)
  const tail = end > tailStart ? { raw: { from: tailStart, to: end } } : {}
  return { span, tier: 'hourly', hourly: hours, ...tail, isLive }
}

const minute = 60_000

/** Returns the same object as long as the query is the same, so that charts of past ranges do not update. */
function useQueryAt(stretch: TimeRange, now: number): HistoryQuery {
  const asked = JSON.stringify(planHistoryQuery(stretch, now / 1000))
  return useMemo(() => JSON.parse(asked) as HistoryQuery, [asked])
}

/** The query of a time range, updated every minute. */
export const useHistoryQuery = (stretch: TimeRange): HistoryQuery => useQueryAt(stretch, useNow(minute))

/** Like `useHistoryQuery`, but each at a random second of the minute, so that dozens of charts do not load at once. */
export function useStaggeredHistoryQuery(stretch: TimeRange): HistoryQuery {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const update = () => setNow(serverNow())
    update()
    let interval: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      update()
      interval = setInterval(update, minute)
    }, Math.random() * minute)
    return () => {
      clearTimeout(first)
      clearInterval(interval)
    }
  }, [])
  return useQueryAt(stretch, now)
}
