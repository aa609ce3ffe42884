/** One day of a server or service, as returned by the API. */
export interface UptimeDay {
  /** such as `2026-01-31` */
  readonly date: string
  readonly online_minutes: number
  /** minutes with data; 0: no data for this day */
  readonly total_minutes: number
  readonly downtime_incidents: number
}

/** State of a day. */
export type UptimeState = 'none' | 'ok' | 'degraded' | 'down'

/** Percent: a day below the first is degraded, below the second it counts as down. */
export interface UptimeThresholds {
  readonly degraded: number
  readonly down: number
}

export const usualThresholds: UptimeThresholds = { degraded: 99, down: 95 }

type Minutes = Pick<UptimeDay, 'online_minutes' | 'total_minutes'>

/**
 * Percent of the minutes with data; undefined without any. Truncated, not rounded: only a day without downtime has
 * 100 %.
 */
export function uptimeShare({ online_minutes, total_minutes }: Minutes): number | undefined {
  if (!(total_minutes > 0)) return undefined
  return Math.floor(Math.min(1, Math.max(0, online_minutes / total_minutes)) * 10_000) / 100
}

export function uptimeState(day: Minutes, { degraded, down }: UptimeThresholds): UptimeState {
  const share = uptimeShare(day)
  if (share === undefined) return 'none'
  return share < down ? 'down' : share < degraded ? 'degraded' : 'ok'
}

/** Seconds. */
export const downtimeOf = ({ online_minutes, total_minutes }: Minutes): number =>
  Math.max(0, total_minutes - online_minutes) * 60

const dayMs = 86_400_000

/** Exactly the last `length` days, padded with days without data. */
export function lastDays(days: readonly UptimeDay[], length: number): readonly UptimeDay[] {
  const newest = days.slice(Math.max(0, days.length - length))
  const first = Date.parse(`${newest[0]?.date}T00:00:00Z`)
  if (Number.isNaN(first)) return newest
  const before = Array.from({ length: Math.max(0, length - newest.length) }, (_, index) => ({
    date: new Date(first - (length - newest.length - index) * dayMs).toISOString().slice(0, 10),
    online_minutes: 0,
    total_minutes: 0,
    downtime_incidents: 0,
  }))
  return [...before, ...newest]
}

/** Pixels from one cell to the next; narrower ones can be neither seen nor touched. */
const leastPitch = 4

/** How many of `wanted` cells fit; all until the element is measured. */
export const cellsIn = (width: number | undefined, wanted: number): number =>
  width === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(width / leastPitch)))
