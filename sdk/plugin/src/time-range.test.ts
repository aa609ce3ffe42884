import { describe, expect, it } from 'vitest'
import { parseTimeRange, storedRange } from './time-range.ts'

const noon = Date.UTC(2026, 4, 1, 12) / 1000

describe('a time range', () => {
  it.each([
    ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z', noon, noon],
    ['2026-05-01T12:00:00.5Z', '2026-05-02T12:00:00.4Z', noon + 1, noon + 86_400],
    ['2026-05-01T14:00:00+02:00', '2026-05-01T14:00:00 02:00', noon, noon],
    ['2026-05-01T12:00:00', '2036-05-01 12:00', noon, Date.UTC(2036, 4, 1, 12) / 1000],
    ['2026-05-01', '2026-05-01', noon - 43_200, noon + 43_199],
  ])('from %s to %s', (from, to, ...seconds) => {
    expect(parseTimeRange({ from, to })).toEqual({ from: seconds[0], to: seconds[1] })
  })

  it.each([
    ['yesterday', '2026-05-01T12:00:00Z', 'from', 'kernel.INSTANT'],
    ['2026-05', '2026-05-01T12:00:00Z', 'from', 'kernel.INSTANT'],
    ['2026-05-01T12:00:00Z', '2026-02-30T12:00:00Z', 'to', 'kernel.INSTANT'],
    ['1969-12-31T23:59:59Z', '2026-05-01T12:00:00Z', 'from', 'kernel.BEFORE_EPOCH'],
    ['2026-05-01T12:00:01Z', '2026-05-01T12:00:00Z', 'from', 'kernel.RANGE_ORDER'],
  ])('from %s to %s is a 400 of one parameter', (from, to, field, code) => {
    expect(() => parseTimeRange({ from, to })).toThrow(
      expect.objectContaining({ status: 400, code: 'BAD_REQUEST', fields: [expect.objectContaining({ field, code })] }),
    )
  })
})

it('the stored part of a range lies between retention and now, with a day to spare', () => {
  const day = 86_400
  const now = 1000 * day
  expect(storedRange({ from: 0, to: 2 ** 40 }, now, 7)).toEqual({ from: now - 8 * day, to: now + day })
  expect(storedRange({ from: 0, to: 1 }, now, 7)).toEqual({ from: now - 8 * day, to: now - 8 * day })
  expect(storedRange({ from: 5, to: now }, now)).toEqual({ from: 5, to: now })
})
