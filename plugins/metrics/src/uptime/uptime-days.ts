import { type MinuteSet, minutesPerDay, noMinutes } from './minute-set.ts'
import type { UptimeMinutes, UptimeWindow } from './uptime-schema.ts'

export interface UptimeDay extends UptimeMinutes {
  readonly day: number
  /** number of outages longer than 120 s */
  readonly incidents: number
}

/** Recorded and watched minutes of a server. */
export interface MinuteSources {
  /** minutes with a record of the server, by day */
  readonly online: ReadonlyMap<number, MinuteSet>
  /** minutes in which this program was watching */
  readonly watched: ReadonlyMap<number, MinuteSet>
  /** first minute since the epoch that can count as downtime */
  readonly since: number
}

/** Two missing minutes in a row mean that records are more than 120 s apart. */
const incidentMinutes = 2
const nothing = noMinutes()

/**
 * Uptime by day, both ends inclusive. Only minutes with a record or with this program watching count. The program's own
 * outages neither count as server outages nor end one. An outage across midnight counts once, on the day it was detected.
 */
export function uptimeDays({ online, watched, since }: MinuteSources, from: number, to: number): UptimeDay[] {
  const days: UptimeDay[] = []
  let missing = 0
  let wasOnline = false
  // start a day earlier to know the state at the beginning of the first day
  for (let day = from - 1; day <= to; day++) {
    const up = online.get(day) ?? nothing
    const seen = watched.get(day) ?? nothing
    const counts = { online: 0, total: 0, incidents: 0 }
    for (let minute = 0; minute < minutesPerDay; minute++) {
      if (up[minute] === 1) {
        counts.online += 1
        missing = 0
        wasOnline = true
      } else if (seen[minute] === 1 && day * minutesPerDay + minute >= since) {
        missing += 1
        if (missing === incidentMinutes && wasOnline) counts.incidents += 1
      } else continue
      counts.total += 1
    }
    if (day >= from) days.push({ day, ...counts })
  }
  return days
}

/** Lengths of the uptime windows in hours, ascending. */
export const windowHours = [24, 7 * 24, 30 * 24, 90 * 24] as const

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

export const sumMinutes = (days: readonly UptimeMinutes[]): UptimeMinutes => ({
  online: days.reduce((sum, { online }) => sum + online, 0),
  total: days.reduce((sum, { total }) => sum + total, 0),
})
