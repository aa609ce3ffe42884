import { describe, expect, it } from 'vitest'
import { sumsOf } from './card-metrics.ts'
import { changeOf, summarizeDay, upToNow } from './day.ts'

const to = 1_800_000_000
const day = 86_400
const span = { from: to - day, to }
const minutes = (count: number) => Array.from({ length: count }, (_, index) => to - (count - 1 - index) * 60)

describe('the day summary', () => {
  it('has ten-minute means, mean, peak and the mean of the last hour', () => {
    const times = minutes(1441)
    const values = times.map((time) => (time > to - 3600 ? 50 : 10))
    const found = summarizeDay(times, values, span)
    expect(found?.parts).toHaveLength(144)
    expect(found?.parts.slice(0, 137).every((value) => value === 10)).toBe(true)
    expect(found?.parts.at(-1)).toBe(50)
    expect(found).toMatchObject({ peak: 50, hour: 50 })
    expect(found?.mean).toBeCloseTo((60 * 50 + 1381 * 10) / 1441)
  })

  it('has gaps without records, and no hourly mean without records in the last hour', () => {
    const times = [to - day + 30, to - 2 * 3600]
    const found = summarizeDay(times, [4, 8], span)
    expect(found?.parts.filter((value) => value !== null)).toEqual([4, 8])
    expect(found).toMatchObject({ mean: 6, peak: 8, hour: undefined })
  })

  it('ignores values outside the day and nulls', () => {
    const times = [to - day - 60, to - 60, to]
    expect(summarizeDay(times, [1000, null, 3], span)).toMatchObject({ mean: 3, peak: 3 })
    expect(summarizeDay([to - day - 60], [1], span)).toBeUndefined()
    expect(summarizeDay([], [], span)).toBeUndefined()
  })

  it('ends with the live value, if there is one', () => {
    const found = summarizeDay([to], [3], span)
    if (!found) throw new Error('there is one value')
    expect(upToNow(found, 7)).toEqual([...found.parts, 7])
    expect(upToNow(found, undefined)).toBe(found.parts)
  })
})

describe('the change from the last hour', () => {
  it.each([
    [52.4, 50, true, 2.4],
    [50.9, 50, true, 0],
    [150, 100, false, 50],
    [80, 100, false, -20],
    [104, 100, false, 0],
    [5, 0, false, 0],
  ])('from %s, mean %s', (now, past, isPercent, change) => {
    expect(changeOf(now, past, isPercent)).toBeCloseTo(change)
  })
})

describe('sums of lists', () => {
  it('are null where no list has a value', () => {
    expect(
      sumsOf([
        [1, null, null],
        [2, 3, null],
      ]),
    ).toEqual([3, 3, null])
    expect(sumsOf([])).toEqual([])
  })
})
