import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diskTrend, type Sums } from './disk-trend.ts'

/** Regression sums of hourly points up to now, oldest first. */
function sumsOf(values: readonly number[], endedHoursAgo = 0): Sums {
  const points = values.map((y, i) => ({ x: i - values.length + 1 - endedHoursAgo, y }))
  const total = (of: (point: { x: number; y: number }) => number) => points.reduce((sum, point) => sum + of(point), 0)
  return {
    count: points.length,
    first: points[0]?.x ?? 0,
    last: points.at(-1)?.x ?? 0,
    now: points.at(-1)?.y ?? 0,
    x: total(({ x }) => x),
    y: total(({ y }) => y),
    xx: total(({ x }) => x * x),
    yy: total(({ y }) => y * y),
    xy: total(({ x, y }) => x * y),
  }
}
const hours = (count: number, of: (hour: number) => number) => Array.from({ length: count }, (_, hour) => of(hour))

describe('disk trend', () => {
  it('extrapolates linear growth', () => {
    const trend = diskTrend(sumsOf(hours(96, (hour) => 100 + hour)), 195 + 72)
    expect(trend?.perHour).toBeCloseTo(1)
    expect(trend?.hoursLeft).toBeCloseTo(72)
  })

  it('ignores small noise and starts from the current usage', () => {
    const trend = diskTrend(sumsOf(hours(168, (hour) => 100 + hour + (hour % 3))), 400)
    expect(trend?.perHour).toBeCloseTo(1, 1)
    expect(trend?.hoursLeft).toBeCloseTo(400 - 100 - 167 - (167 % 3), -1)
  })

  it.each<[string, readonly number[], number, number?]>([
    ['too few days', hours(60, (hour) => hour), 100],
    ['usage that stays', hours(168, () => 90), 100],
    ['usage that falls', hours(168, (hour) => 400 - hour), 500],
    ['a log that is rotated every day', hours(168, (hour) => 50 + (hour % 24)), 75],
    ['one jump', hours(168, (hour) => (hour < 150 ? 50 : 90)), 100],
    ['an end too far away', hours(168, (hour) => hour / 100), 100],
    ['records that ended long ago', hours(168, (hour) => hour), 200, 12],
  ])('says nothing of %s', (_, values, total, endedHoursAgo = 0) => {
    expect(diskTrend(sumsOf(values, endedHoursAgo), total)).toBeUndefined()
  })

  it('never predicts the past or a non-finite time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 168 }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (values, total) => {
          const trend = diskTrend(sumsOf(values), total)
          expect(trend === undefined || (trend.hoursLeft >= 0 && trend.hoursLeft <= 720 && trend.perHour > 0)).toBe(
            true,
          )
        },
      ),
    )
  })
})
