import type { AbsoluteRange } from '@svc/dashboard-sdk'
import type { Values } from '../../frame.ts'

/** The last day in parts of ten minutes, and what is said of it. */
export interface Day {
  /** means, oldest first; null where nothing was stored */
  readonly parts: Values
  readonly mean: number
  readonly peak: number
  /** mean of the last hour; undefined when nothing was stored in it */
  readonly hour: number | undefined
}

const partsOfDay = 144
const hour = 3600

/** Sums up the values within `span`; undefined when there is none. */
export function summarizeDay(times: readonly number[], values: Values, { from, to }: AbsoluteRange): Day | undefined {
  const sums = new Float64Array(partsOfDay)
  const counts = new Uint32Array(partsOfDay)
  let peak = Number.NEGATIVE_INFINITY
  let hourSum = 0
  let hourCount = 0
  for (const [index, value] of values.entries()) {
    const time = times[index] ?? Number.NaN
    if (value === null || !(time >= from && time <= to)) continue
    const part = Math.min(partsOfDay - 1, Math.floor(((time - from) / (to - from)) * partsOfDay))
    sums[part] = (sums[part] ?? 0) + value
    counts[part] = (counts[part] ?? 0) + 1
    if (value > peak) peak = value
    if (time > to - hour) {
      hourSum += value
      hourCount++
    }
  }
  const count = counts.reduce((all, each) => all + each, 0)
  if (count === 0) return undefined
  return {
    parts: Array.from(sums, (sum, part) => (counts[part] ? sum / (counts[part] as number) : null)),
    mean: sums.reduce((all, each) => all + each, 0) / count,
    peak,
    hour: hourCount > 0 ? hourSum / hourCount : undefined,
  }
}

/** The line of a day that goes on to `now`: what was stored last is a minute old and stands next to it. */
export const upToNow = ({ parts }: Day, now: number | undefined): Values =>
  now === undefined ? parts : [...parts, now]

/** Changes smaller than this, in percent points or as a share of the hour, are none. */
const minChange = { points: 1, share: 0.05 }

/** How `now` differs from the mean of the last hour: points of a percentage, else a share of that mean. */
export function changeOf(now: number, past: number, isPercent: boolean): number {
  if (isPercent) return Math.abs(now - past) < minChange.points ? 0 : now - past
  if (past <= 0) return 0
  const share = now / past - 1
  return Math.abs(share) < minChange.share ? 0 : 100 * share
}
