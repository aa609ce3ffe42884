import { expect, it } from 'vitest'
import { dayOf, endOf, isDay, startOf } from './day.ts'

it('validates days', () => {
  for (const day of ['2024-02-29', '1970-01-01', '2026-12-31']) expect(isDay(day)).toBe(true)
  for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '1969-12-31', '', undefined])
    expect(isDay(day)).toBe(false)
})

it('has no gap between days', () => {
  for (const [day, next] of [
    ['2026-03-28', '2026-03-29'],
    ['2026-03-29', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
    ['2026-12-31', '2027-01-01'],
  ] as const) {
    expect(Date.parse(startOf(next) ?? '') - Date.parse(endOf(day) ?? '')).toBe(1000)
  }
})

it('subtracts days across months', () => {
  const now = new Date(2026, 2, 1, 0, 30).getTime()
  expect(dayOf(now)).toBe('2026-03-01')
  expect(dayOf(now, 1)).toBe('2026-02-28')
  expect(dayOf(now, 29)).toBe('2026-01-31')
})
