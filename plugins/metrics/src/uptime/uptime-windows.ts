import { minutesPerDay, noMinutes } from './minute-set.ts'
import type { MinuteSources } from './uptime-days.ts'

/** Lengths of the uptime windows in hours, ascending. */
export const windowHours = [24, 7 * 24, 30 * 24, 90 * 24] as const

export interface UptimeWindow {
  readonly hours: number
  readonly online: number
  readonly total: number
}

const nothing = noMinutes()

/**
 * Counts the online and total minutes of each window ending before minute `end`, by the rules of `uptimeDays`. Uptime must
 * be computed from these sums; averaging daily percentages would be wrong.
 */
export function uptimeWindows({ online, watched, since }: MinuteSources, end: number): UptimeWindow[] {
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
