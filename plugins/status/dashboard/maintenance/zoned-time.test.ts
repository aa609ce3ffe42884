import { expect, test } from 'vitest'
import { fromZoned, toZoned } from './zoned-time.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-01-15T12:00', berlin, '2026-01-15T11:00:00Z'],
  ['2026-07-15T12:00', berlin, '2026-07-15T10:00:00Z'],
  ['2026-07-15T00:30', 'Asia/Kathmandu', '2026-07-14T18:45:00Z'],
  ['2026-11-01T23:59', 'America/Los_Angeles', '2026-11-02T07:59:00Z'],
  ['2026-05-01T00:00', 'UTC', '2026-05-01T00:00:00Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(fromZoned(local, zone)).toBe(instant)
  expect(toZoned(instant, zone)).toBe(local)
})

test('a time that the clock change skips counts from before the change', () => {
  expect(fromZoned('2026-03-29T02:30', berlin)).toBe('2026-03-29T01:30:00Z')
})

test('of a time that happens twice, the first', () => {
  expect(fromZoned('2026-10-25T02:30', berlin)).toBe('2026-10-25T00:30:00Z')
})

test.each(['', '2026-13-01T00:00', '2026-01-01', 'soon'])('%j is no time', (local) => {
  expect(fromZoned(local, berlin)).toBeUndefined()
})
