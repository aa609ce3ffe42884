import { describe, expect, it } from 'vitest'
import { fromTimestamp } from './time.ts'

describe('an ISO 8601 time', () => {
  it.each([
    ['2026-01-31T08:00:00Z', Date.UTC(2026, 0, 31, 8)],
    ['2026-01-31t08:00:00.75z', Date.UTC(2026, 0, 31, 8)],
    ['2026-01-31 08:00+02:00', Date.UTC(2026, 0, 31, 6)],
    ['2028-02-29T23:59:59-11:30', Date.UTC(2028, 2, 1, 11, 29, 59)],
    ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
    ['2026-04-01T10:00:00', Date.UTC(2026, 3, 1, 10)],
    ['2026-04-01 10:30', Date.UTC(2026, 3, 1, 10, 30)],
    ['2026-04-01T10:00:00,5+0530', Date.UTC(2026, 3, 1, 4, 30)],
    ['2026-04-01T10:00-03', Date.UTC(2026, 3, 1, 13)],
    ['2026-04-01', Date.UTC(2026, 3, 1)],
  ])('%s is one', (text, ms) => {
    expect(fromTimestamp(text)).toBe(ms / 1000)
  })

  it.each([
    ['a day that its month does not have', '2026-02-30T00:00:00Z'],
    ['29 February of another year', '2026-02-29T12:00:00+01:00'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['day 0', '2026-04-00T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['hour 24', '2026-04-01T24:00:00Z'],
    ['minute 60', '2026-04-01T10:60:00Z'],
    ['offset 99', '2026-04-01T10:00:00+99:00'],
    ['a month', '2026-04'],
    ['a date that its month does not have', '2026-02-30'],
    ['nothing', ''],
  ])('%s is none', (_, text) => {
    expect(fromTimestamp(text)).toBeUndefined()
  })
})
