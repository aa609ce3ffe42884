import type { OffloadContext } from '@svc/plugin-sdk'
import { hoursPerDay, minutesPerHour } from '@svc/series'
import { hoursReader } from './figures-store.ts'

export interface PointsInput {
  /** of the server */
  readonly number: number
  readonly series: number
  /** epoch seconds; `to` is exclusive */
  readonly from: number
  readonly to: number
  /** seconds per point, whole minutes */
  readonly step: number
}

/** Epoch seconds and value. */
export type Point = [number, number]

/** Limits the blocks held in memory. */
const minutesAtOnce = 2 * hoursPerDay * minutesPerHour

/** Runs in the maintenance worker: the mean of each step that has values, ascending. */
export default ({ db, log }: OffloadContext, { number, series, from, to, step }: PointsInput): Point[] => {
  const read = hoursReader(db, log, series)
  const steps = new Map<number, { sum: number; count: number }>()
  const [first, end] = [Math.ceil(from / 60), Math.ceil(to / 60)]
  for (let at = first; at < end; at += minutesAtOnce) {
    const range = { number, from: at, to: Math.min(end, at + minutesAtOnce) - 1 }
    for (const [hour, found] of read(range)) {
      for (const [slot, { value }] of found.get(series) ?? []) {
        const minute = hour * minutesPerHour + slot
        if (minute < range.from || minute > range.to) continue
        const of = steps.getOrInsertComputed(Math.floor((minute * 60) / step) * step, () => ({ sum: 0, count: 0 }))
        of.sum += value
        of.count += 1
      }
    }
  }
  return [...steps].map(([at, { sum, count }]): Point => [at, sum / count]).sort(([a], [b]) => a - b)
}
