import type { Database, Logger } from '@svc/plugin-sdk'
import { recordsReader } from '../history.ts'
import { hoursPerDay } from '../period-key.ts'
import type { Sums } from './disk-trend.ts'

/** Hours of records that the trend is based on. */
const week = 7 * hoursPerDay
const gib = 2 ** 30

/** Regression sums of a week of hourly disk usage, by server number. */
export function diskSums(
  db: Database,
  log: Pick<Logger, 'error'>,
  { numbers, hour }: { numbers: readonly number[]; hour: number },
): ReadonlyMap<number, Sums> {
  const read = recordsReader(db, 'hourly', { log, fields: ['disk_used'] })
  const found = new Map<number, Sums>()
  for (const number of numbers) {
    const sums = { count: 0, first: 0, last: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, now: 0 }
    for (const [day, { slots, cells }] of read({ number, from: hour - week, to: hour })) {
      for (const [i, slot] of slots.entries()) {
        const x = day * hoursPerDay + slot - hour
        if (x < -week || x > 0) continue
        const y = (cells[0]?.[i] as number) / gib
        if (sums.count === 0) sums.first = x
        sums.count += 1
        sums.last = x
        sums.now = y
        sums.x += x
        sums.y += y
        sums.xx += x * x
        sums.yy += y * y
        sums.xy += x * y
      }
    }
    if (sums.count > 0) found.set(number, sums)
  }
  return found
}
