import { describe, expect, it } from 'vitest'
import { fromTimestamp } from './time.ts'

describe('an RFC 3339 instant', () => {
  it.each([
    ['2026-01-31T08:00:00Z', Date.UTC(2026, 0, 31, 8)],
    ['2026-01-31t08:00:00.75z', Date.UTC(2026, 0, 31, 8)],
    ['2026-01-31 08:00+02:00', Date.UTC(2026, 0, 31, 6)],
    ['2028-02-29T23:59:59-11:30', Date.UTC(2028, 2, 1, 11, 29, 59)],
    ['0000-01-01T00:00:00Z', Date.parse('0000-01-01T00:00:00Z')],
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
    ['no offset', '2026-04-01T10:00:00'],
    ['a date', '2026-04-01'],
    ['nothing', ''],
  ])('%s is none', (_, text) => {
    expect(fromTimestamp(text)).toBeUndefined()
  })
})
