import { type MinuteSet, minutesPerDay, noMinutes } from './minute-set.ts'

export interface UptimeDay {
  readonly day: number
  readonly online: number
  readonly total: number
  /** how often a server that was there was missing for more than 120 s */
  readonly incidents: number
}

/** What is known of the minutes of a server. */
export interface Sources {
  /** minutes with a record of the server, by day */
  readonly online: ReadonlyMap<number, MinuteSet>
  /** minutes in which this program would have seen the server */
  readonly watched: ReadonlyMap<number, MinuteSet>
  /** the first minute since the epoch in which the server can be missing */
  readonly since: number
}

/** Two minutes without a record lie between records that are more than 120 s apart. */
const gap = 2
const nothing = noMinutes()

/**
 * The days from one to another, both inclusive. Only minutes count that somebody can know about: those with a record,
 * and those in which this program was watching. Its own outages are no outages of hosts, and do not end one either. An
 * outage over midnight is counted once, on the day it became one.
 */
export function uptimeDays({ online, watched, since }: Sources, from: number, to: number): UptimeDay[] {
  const days: UptimeDay[] = []
  let missing = 0
  let wasThere = false
  // the day before only tells how the first one begins
  for (let day = from - 1; day <= to; day++) {
    const up = online.get(day) ?? nothing
    const seen = watched.get(day) ?? nothing
    const counts = { online: 0, total: 0, incidents: 0 }
    for (let minute = 0; minute < minutesPerDay; minute++) {
      if (up[minute] === 1) {
        counts.online += 1
        missing = 0
        wasThere = true
      } else if (seen[minute] === 1 && day * minutesPerDay + minute >= since) {
        missing += 1
        if (missing === gap && wasThere) counts.incidents += 1
      } else continue
      counts.total += 1
    }
    if (day >= from) days.push({ day, ...counts })
  }
  return days
}
