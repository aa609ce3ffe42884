import { minutesPerDay, noMinutes } from './minute-set.ts'
import type { Sources } from './uptime-days.ts'

/** The stretches of time that mean figures are told of, in hours, ascending. */
export const windowHours = [24, 7 * 24, 30 * 24, 90 * 24] as const

export interface UptimeWindow {
  readonly hours: number
  readonly online: number
  readonly total: number
}

const nothing = noMinutes()

/**
 * The minutes of each window that ends before the minute `end`: those with a record, and those that can be judged, by
 * the rules of `uptimeDays`. A share of the sums is a mean over time; a mean of the days' shares would not be.
 */
export function uptimeWindows({ online, watched, since }: Sources, end: number): UptimeWindow[] {
  const counts = { online: 0, total: 0 }
  let minute = end - 1
  return windowHours.map((hours) => {
    for (; minute >= end - hours * 60; minute--) {
      const day = Math.floor(minute / minutesPerDay)
      const at = minute - day * minutesPerDay
      const up = (online.get(day) ?? nothing)[at] === 1
      if (!up && !((watched.get(day) ?? nothing)[at] === 1 && minute >= since)) continue
      counts.total += 1
      if (up) counts.online += 1
    }
    return { hours, ...counts }
  })
}
