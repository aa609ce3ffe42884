import { describe, expect, it, test } from 'vitest'
import {
  cellsIn,
  downtimeOf,
  lastDays,
  type UptimeDay,
  uptimeShare,
  uptimeState,
  usualThresholds,
} from './uptime-days.ts'

const day = (date: string, online: number, total = 1440, incidents = 0): UptimeDay => ({
  ...{ date, online_minutes: online, total_minutes: total, downtime_incidents: incidents },
})

describe('the state of a day', () => {
  it.each([
    [0, 0, 'none'],
    [1440, 1440, 'ok'],
    [1426, 1440, 'ok'],
    [1425, 1440, 'degraded'],
    [1368, 1440, 'degraded'],
    [1367, 1440, 'down'],
    [0, 1440, 'down'],
    [0, 1, 'down'],
    [Number.NaN, 0, 'none'],
    [1440, Number.NaN, 'none'],
  ] as const)('with %d of %d minutes is %s', (online, total, state) =>
    expect(uptimeState(day('2026-01-01', online, total), usualThresholds)).toBe(state),
  )

  it('depends on the thresholds', () => {
    const thresholds = { degraded: 100, down: 50 }
    expect([1440, 1439, 720, 719].map((online) => uptimeState(day('2026-01-01', online), thresholds))).toEqual([
      ...['ok', 'degraded', 'degraded', 'down'],
    ])
  })
})

test('a share is never rounded up to 100 %', () => {
  expect(uptimeShare({ online_minutes: 525_599, total_minutes: 525_600 })).toBe(99.99)
  expect(uptimeShare({ online_minutes: 1441, total_minutes: 1440 })).toBe(100)
  expect(uptimeShare({ online_minutes: 0, total_minutes: 0 })).toBeUndefined()
})

test('downtime is in seconds', () => expect(downtimeOf(day('2026-01-01', 1438))).toBe(120))

describe('the last days', () => {
  const two = [day('2026-03-01', 1), day('2026-03-02', 2)]
  it('are padded at the start, with dates', () => {
    const padded = lastDays(two, 4)
    expect(padded.map(({ date }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(padded[0]).toEqual(day('2026-02-27', 0, 0))
  })
  it('are the newest', () => expect(lastDays(two, 1)).toEqual([two[1]]))
  it('are empty without data', () => expect(lastDays([], 30)).toEqual([]))
})

test('fewer cells fit a smaller width, at least one', () => {
  expect([undefined, 1200, 340, 3, 0].map((width) => cellsIn(width, 90))).toEqual([90, 90, 85, 1, 1])
})
