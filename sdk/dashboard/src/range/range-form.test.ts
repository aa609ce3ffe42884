import { describe, expect, it } from 'vitest'
import { calendarSpans, formatLocal, isSpan, parseForm, parseLocal } from './range-form.ts'

/** local time */
const now = new Date(2026, 10, 18, 15, 30, 20).getTime() / 1000

describe('a local time', () => {
  it('round-trips', () => {
    expect(formatLocal(now)).toBe('2026-11-18T15:30')
    expect(parseLocal('2026-11-18T15:30')).toBe(Math.floor(now / 60) * 60)
  })

  it.each(['', '2026-11-18', 'yesterday', '2026-13-40T99:99', '2026-11-18T15:30Z'])('rejects %s', (text) => {
    expect(parseLocal(text)).toBeUndefined()
  })
})

describe('the form', () => {
  it.each([
    ['', '2026-11-18T15:00', { from: 'needed' }],
    ['2026-11-18T15:00', '', { to: 'needed' }],
    ['x', 'y', { from: 'needed', to: 'needed' }],
    ['2026-11-18T15:00', '2026-11-18T15:00', { to: 'order' }],
    ['2026-11-18T15:00', '2026-11-18T14:00', { to: 'order' }],
    ['2026-11-18T15:31', '2026-11-18T15:40', { from: 'future' }],
    ['2026-11-18T15:00', '2026-11-18T15:01', { to: 'short' }],
    ['2025-10-13T15:00', '2026-11-18T15:01', { from: 'long' }],
  ])('rejects %s to %s', (from, to, errors) => {
    expect(parseForm(from, to, now)).toEqual(errors)
  })

  it('clamps the end to now', () => {
    const end = Math.ceil(now / 60) * 60
    expect(parseForm('2026-11-18T12:00', '2026-11-18T13:00', now)).toEqual({
      from: parseLocal('2026-11-18T12:00'),
      to: parseLocal('2026-11-18T13:00'),
    })
    expect(parseForm('2026-11-18T12:00', '2026-11-20T00:00', now)).toMatchObject({ to: end })
    // four hundred days before an end that is cut to now
    expect(isSpan(parseForm(formatLocal(end - 400 * 86_400), '2027-01-01T00:00', now))).toBe(true)
  })
})

it('offers calendar ranges', () => {
  const spans = Object.fromEntries(
    calendarSpans(now).map(({ name, span }) => [name, [formatLocal(span.from), formatLocal(span.to)]]),
  )
  expect(spans).toEqual({
    today: ['2026-11-18T00:00', '2026-11-18T15:31'],
    yesterday: ['2026-11-17T00:00', '2026-11-18T00:00'],
    thisWeek: ['2026-11-16T00:00', '2026-11-18T15:31'],
    thisMonth: ['2026-11-01T00:00', '2026-11-18T15:31'],
    lastMonth: ['2026-10-01T00:00', '2026-11-01T00:00'],
  })
  const midnight = new Date(2026, 10, 1).getTime() / 1000
  expect(calendarSpans(midnight).map(({ name }) => name)).not.toContain('today')
})
