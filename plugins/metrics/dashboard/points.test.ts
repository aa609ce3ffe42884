import { describe, expect, it } from 'vitest'
import { type StoredRecord, toPoints } from './frame.ts'

const hour = 3600
const start = 497_222 * hour
const span = { from: start - 10 * hour, to: start + hour }
const at = (time: number, cpu = 1): StoredRecord => ({ time: new Date(time * 1000).toISOString(), cpu })
const minutes = (from: number, count: number) => Array.from({ length: count }, (_, i) => at(from + i * 60, i))
const times = ({ points }: ReturnType<typeof toPoints>) => points.map(({ time }) => time - start)

describe('hourly points', () => {
  it('continue with the mean of minutes not yet aggregated, and end with the last minute', () => {
    const read = toPoints(
      { tier: 'hourly', span },
      { hourly: [at(start - 2 * hour)], raw: [...minutes(start - hour, 60), ...minutes(start, 21)] },
    )
    expect(times(read)).toEqual([-2 * hour, -hour, 0, 20 * 60])
    expect(read.points.map(({ rows }) => rows.length)).toEqual([1, 60, 21, 1])
    expect(read.gapAfter).toBeGreaterThan(hour)
    expect(read.gapAfter).toBeLessThan(2 * hour)
  })

  it('exclude minutes of hours already aggregated', () => {
    const read = toPoints({ tier: 'hourly', span }, { hourly: [at(start - hour)], raw: minutes(start - hour, 60) })
    expect(times(read)).toEqual([-hour])
  })
})

describe('per-minute points', () => {
  it('are unchanged while all minutes are stored', () => {
    const read = toPoints({ tier: 'raw', span }, { hourly: [at(start)], raw: minutes(start, 3) })
    expect(times(read)).toEqual([0, 60, 120])
    expect(read.hours).toEqual([])
    expect(read.gapAfter).toBe(150)
  })

  it('are preceded by hours where minutes have expired', () => {
    const read = toPoints(
      { tier: 'raw', span },
      { hourly: [at(start - 2 * hour), at(start - hour), at(start)], raw: minutes(start, 2) },
    )
    expect(times(read)).toEqual([-2 * hour, -hour, 0, 60])
    expect(read.hours).toEqual([start - 2 * hour, start - hour])
  })

  it('are not replaced by their hour if the range begins in an outage', () => {
    const late = { from: start + 3000, to: start + 3 * hour }
    const read = toPoints(
      { tier: 'raw', span: late },
      { hourly: [at(start), at(start + hour)], raw: [...minutes(start, 40), ...minutes(start + hour + 1800, 2)] },
    )
    expect(times(read)).toEqual([hour + 1800, hour + 1860])
    expect(read.hours).toEqual([])
  })

  it('keep their gaps next to hours', () => {
    const read = toPoints(
      { tier: 'raw', span },
      { hourly: [at(start - hour)], raw: [at(start), at(start + 60), at(start + 1200)] },
    )
    expect(times(read)).toEqual([-hour, 0, 60, 120, 1200])
    expect(read.points[3]?.rows).toEqual([])
  })
})

it('are empty without records', () => {
  expect(toPoints({ tier: 'hourly', span }, { hourly: [], raw: [] }).points).toEqual([])
  expect(toPoints({ tier: 'raw', span }, { hourly: [], raw: [] }).points).toEqual([])
})
