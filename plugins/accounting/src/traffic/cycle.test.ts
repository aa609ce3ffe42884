import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDate, toDate } from './calendar.ts'
import { cycleOf, lastCycles, periodOf } from './cycle.ts'

const day = (text: string) => fromDate(text) as number
const shown = ({ start, end }: { start: number; end: number }) => `${toDate(start)} ${toDate(end)}`

describe('the billing cycle of a day', () => {
  it.each([
    ['monthly', 1, '2026-05-31', '2026-05-01 2026-05-31'],
    ['monthly', 15, '2026-05-14', '2026-04-15 2026-05-14'],
    ['monthly', 15, '2026-05-15', '2026-05-15 2026-06-14'],
    ['monthly', 28, '2026-03-01', '2026-02-28 2026-03-27'],
    ['monthly', 28, '2026-01-05', '2025-12-28 2026-01-27'],
    ['quarterly', 10, '2026-04-09', '2026-01-10 2026-04-09'],
    ['quarterly', 10, '2026-06-30', '2026-04-10 2026-07-09'],
    ['yearly', 20, '2026-01-19', '2025-01-20 2026-01-19'],
    ['yearly', 1, '2024-02-29', '2024-01-01 2024-12-31'],
  ])('%s from day %i on %s', (cycle, startDay, today, expected) => {
    expect(shown(cycleOf({ cycle, startDay }, day(today)))).toBe(expected)
  })

  it('treats an unknown cycle as monthly, and clamps the start day to the month', () => {
    const today = day('2026-05-31')
    for (const cycle of ['weekly', '']) {
      expect(shown(cycleOf({ cycle, startDay: 1 }, today))).toBe('2026-05-01 2026-05-31')
    }
    expect(shown(cycleOf({ cycle: 'monthly', startDay: 31 }, today))).toBe('2026-05-28 2026-06-27')
    expect(shown(cycleOf({ cycle: 'monthly', startDay: -4 }, today))).toBe('2026-05-01 2026-05-31')
  })

  it('agrees with a day-by-day search for every rule and every day of nine years', () => {
    const firstMonths = { monthly: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], quarterly: [1, 4, 7, 10], yearly: [1] }
    const from = day('2023-01-01')
    const dates = Array.from({ length: 9 * 366 }, (_, i) => toDate(from + i))
    for (const [cycle, starting] of Object.entries(firstMonths)) {
      for (let startDay = 1; startDay <= 28; startDay++) {
        const starts = dates.map((date) => {
          const [, month, dayOfMonth] = date.split('-').map(Number)
          return dayOfMonth === startDay && starting.includes(month as number)
        })
        const first = starts.indexOf(true)
        const last = starts.lastIndexOf(true)
        let start = first
        let wrong = 0
        for (let i = first; i < last; i++) {
          if (starts[i]) start = i
          const found = cycleOf({ cycle, startDay }, from + i)
          if (found.start !== from + start || found.end !== from + starts.indexOf(true, i + 1) - 1) wrong += 1
        }
        expect(wrong, `${cycle} from day ${startDay}`).toBe(0)
      }
    }
  })
})

describe('previous cycles', () => {
  it('are adjacent, the current one first', () => {
    const rule = fc.record({
      cycle: fc.constantFrom('monthly', 'quarterly', 'yearly', 'weekly'),
      startDay: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(
        rule,
        fc.integer({ min: 10_000, max: 40_000 }),
        fc.integer({ min: 1, max: 40 }),
        (of, today, count) => {
          const cycles = lastCycles(of, today, count)
          expect(cycles).toHaveLength(count)
          expect(cycles[0]).toEqual(cycleOf(of, today))
          for (const [i, { start, end }] of cycles.entries()) {
            expect(start).toBeLessThanOrEqual(end)
            if (i > 0) expect(end).toBe((cycles[i - 1]?.start ?? 0) - 1)
          }
        },
      ),
    )
  })

  it('have names', () => {
    const today = day('2026-05-20')
    const names = (cycle: string) =>
      lastCycles({ cycle, startDay: 15 }, today, 3).map((each) => periodOf({ cycle, startDay: 15 }, each))
    expect(names('monthly')).toEqual(['2026-05', '2026-04', '2026-03'])
    expect(names('quarterly')).toEqual(['2026-Q2', '2026-Q1', '2025-Q4'])
    expect(names('yearly')).toEqual(['2026', '2025', '2024'])
  })
})

describe('dates', () => {
  it('must be days that exist', () => {
    expect(fromDate('2026-02-29')).toBeUndefined()
    expect(fromDate('2024-02-29')).toBe(19_782)
    for (const text of [
      '',
      '2026-1-01',
      '2026-13-01',
      '2026-00-10',
      '20260101',
      '2026-01-01T00:00:00Z',
      ' 2026-01-01',
    ]) {
      expect(fromDate(text)).toBeUndefined()
    }
  })
})
