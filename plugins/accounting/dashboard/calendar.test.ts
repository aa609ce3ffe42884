import { describe, expect, it, test } from 'vitest'
import { addDays, daysBetween, hoursOfToday, lastDays } from './calendar.ts'

const seconds = (text: string) => Date.parse(text) / 1000

test('adds days across months, leap days and clock changes', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

test('fills days without traffic with zeros, and omits older ones', () => {
  const rows = [
    { date: '2026-04-01', bytes_in: 9, bytes_out: 9 },
    { date: '2026-04-29', bytes_in: 1, bytes_out: 2 },
  ]
  expect(lastDays(rows, '2026-05-01', 3)).toEqual([
    { date: '2026-04-29', bytes_in: 1, bytes_out: 2 },
    { date: '2026-04-30', bytes_in: 0, bytes_out: 0 },
    { date: '2026-05-01', bytes_in: 0, bytes_out: 0 },
  ])
})

describe('hours of today', () => {
  it.each([
    ['UTC', '2026-05-01T10:20:00Z', 11, 24],
    ['Asia/Shanghai', '2026-05-01T16:00:00Z', 1, 24],
    ['Asia/Kolkata', '2026-05-01T10:20:00Z', 16, 24],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', 23, 23],
    ['Europe/Berlin', '2026-10-25T22:00:00Z', 25, 25],
    ['Not/AZone', '2026-05-01T10:20:00Z', 11, 24],
  ])('in %s at %s are %d of %d', (zone, now, soFar, all) => {
    const { hours, first, end } = hoursOfToday([], zone, seconds(now))
    expect(hours).toHaveLength(soFar)
    expect((end - first) / 3600).toBe(all)
  })
  it('have their traffic', () => {
    const rows = [{ hour: '2026-05-01T09:00:00Z', bytes_in: 5, bytes_out: 6 }]
    const { hours } = hoursOfToday(rows, 'UTC', seconds('2026-05-01T10:20:00Z'))
    expect(hours.slice(-2)).toEqual([
      { at: seconds('2026-05-01T09:00:00Z'), bytes_in: 5, bytes_out: 6 },
      { at: seconds('2026-05-01T10:00:00Z'), bytes_in: 0, bytes_out: 0 },
    ])
  })
})
