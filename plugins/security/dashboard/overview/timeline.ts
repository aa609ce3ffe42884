import type { HourCount } from '@svc/plugin-security/contract'
import { eventTypes } from '../security-search.ts'

const hour = 3600

/** Midnights of the browser's time zone between two times in epoch seconds, and the one before. */
function midnights(from: number, to: number): number[] {
  const day = new Date(from * 1000)
  day.setHours(0, 0, 0, 0)
  const found: number[] = []
  while (day.getTime() / 1000 < to) {
    found.push(day.getTime() / 1000)
    day.setDate(day.getDate() + 1)
  }
  return found
}

/**
 * Counts by bar and type, for a chart from `from` to `to` in epoch seconds: a bar is an hour, of a longer time six hours or a
 * day.
 */
export function toBars(counts: readonly HourCount[], from: number, to: number) {
  const days = (to - from) / 86_400
  const step = days > 2 ? 6 * hour : hour
  const times =
    days > 10
      ? midnights(from, to)
      : Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)
  const values = new Map(eventTypes.map((type) => [type, times.map(() => 0)]))
  let bar = 0
  for (const { at, event_type, count } of counts) {
    const seconds = Date.parse(at) / 1000
    while (bar + 1 < times.length && (times[bar + 1] as number) <= seconds) bar += 1
    const list = values.get(event_type)
    if (list) list[bar] = (list[bar] ?? 0) + count
  }
  return { times, values }
}
