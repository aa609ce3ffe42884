import type { AbsoluteRange } from '@svc/dashboard-sdk'
import type { Values } from '../../frame.ts'

/** Summary of the last 24 hours. */
export interface Day {
  /** ten-minute means, oldest first; null without records */
  readonly parts: Values
  readonly mean: number
  readonly peak: number
  /** mean of the last hour; undefined without records */
  readonly hour: number | undefined
}

const partsPerDay = 144
const hour = 3600

/** Summarizes the values within `span`; undefined without values. */
export function summarizeDay(times: readonly number[], values: Values, { from, to }: AbsoluteRange): Day | undefined {
  const sums = new Float64Array(partsPerDay)
  const counts = new Uint32Array(partsPerDay)
  let peak = Number.NEGATIVE_INFINITY
  let hourSum = 0
  let hourCount = 0
  for (const [index, value] of values.entries()) {
    const time = times[index] ?? Number.NaN
    if (value === null || !(time >= from && time <= to)) continue
    const part = Math.min(partsPerDay - 1, Math.floor(((time - from) / (to - from)) * partsPerDay))
    sums[part] = (sums[part] ?? 0) + value
    counts[part] = (counts[part] ?? 0) + 1
    if (value > peak) peak = value
    if (time > to - hour) {
      hourSum += value
      hourCount++
    }
  }
  const count = counts.reduce((total, value) => total + value, 0)
  if (count === 0) return undefined
  return {
    parts: Array.from(sums, (sum, part) => (counts[part] ? sum / (counts[part] as number) : null)),
    mean: sums.reduce((total, value) => total + value, 0) / count,
    peak,
    hour: hourCount > 0 ? hourSum / hourCount : undefined,
  }
}

/** The ten-minute means, followed by the live value. */
export const upToNow = ({ parts }: Day, now: number | undefined): Values =>
  now === undefined ? parts : [...parts, now]

/** Smaller changes count as unchanged: percentage points, or a fraction of the hourly mean. */
const minChange = { points: 1, share: 0.05 }

/** Difference of `now` from the mean of the last hour: percentage points for percentages, else a relative change in percent. */
export function changeOf(now: number, past: number, isPercent: boolean): number {
  if (isPercent) return Math.abs(now - past) < minChange.points ? 0 : now - past
  if (past <= 0) return 0
  const share = now / past - 1
  return Math.abs(share) < minChange.share ? 0 : 100 * share
}
