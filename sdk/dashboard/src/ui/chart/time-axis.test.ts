import fc from 'fast-check'
import type uPlot from 'uplot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { timeAxis } from './axes.ts'
import { allMidnights, momentText, timeLabels } from './time-text.ts'
import { timeTicks } from './time-ticks.ts'

afterEach(() => vi.unstubAllEnvs())

/** Reloads the module, because Intl formatters keep the time zone they were created in. */
const berlin = async <T>(run: (text: typeof import('./time-text.ts')) => T) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.resetModules()
  return run(await import('./time-text.ts'))
}

const at = (text: string) => Date.parse(text) / 1000
const labelled = (from: string, to: string, width = 500) =>
  berlin(({ timeLabels }) => timeLabels('en', timeTicks(at(from), at(to), width)))

describe('the time axis', () => {
  test.each([
    ['an hour', '2026-03-05T09:58:00Z', '2026-03-05T10:58:00Z', ['11:00', '11:10', '11:20', '11:30', '11:40', '11:50']],
    [
      'a day',
      '2026-03-04T23:30:00Z',
      '2026-03-05T23:30:00Z',
      ['03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', 'Mar 6'],
    ],
    [
      'minutes',
      '2026-03-05T10:00:00Z',
      '2026-03-05T10:01:00Z',
      ['11:00:00', '11:00:10', '11:00:20', '11:00:30', '11:00:40', '11:00:50', '11:01:00'],
    ],
    [
      'a week',
      '2026-02-24T12:00:00Z',
      '2026-03-03T12:00:00Z',
      ['Feb 25', 'Feb 26', 'Feb 27', 'Feb 28', 'Mar 1', 'Mar 2', 'Mar 3'],
    ],
    ['a month, by Mondays', '2026-02-09T12:00:00Z', '2026-03-11T12:00:00Z', ['Feb 16', 'Feb 23', 'Mar 2', 'Mar 9']],
    ['400 days, by firsts', '2025-02-10T00:00:00Z', '2026-03-17T00:00:00Z', ['Apr 2025', 'Jul', 'Oct', 'Jan 2026']],
    [
      'twenty years',
      '2016-05-01T00:00:00Z',
      '2036-05-01T00:00:00Z',
      ['2018', '2020', '2022', '2024', '2026', '2028', '2030', '2032', '2034', '2036'],
    ],
  ])('of %s', async (_name, from, to, labels) => expect(await labelled(from, to)).toEqual(labels))

  test('shows the year at its first label', async () => {
    expect(await labelled('2025-12-20T00:00:00Z', '2026-01-20T00:00:00Z')).toEqual([
      'Dec 22',
      'Dec 29',
      'Jan 5, 2026',
      'Jan 12',
      'Jan 19',
    ])
  })
  test('shows the zone of a repeated hour and skips a missing hour', async () => {
    const back = await labelled('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', 300)
    expect(back).toEqual(['01:00', '02:00', '02:00 GMT+1', '03:00', '04:00'])
    const halves = await labelled('2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z', 240)
    expect(halves).toEqual(['02:00', '02:30', '02:00 GMT+1', '02:30 GMT+1'])
    const forward = await labelled('2026-03-28T23:30:00Z', '2026-03-29T03:30:00Z', 240)
    expect(forward).toEqual(['01:00', '03:00', '04:00', '05:00'])
  })
  test('days start at midnight when daylight saving time starts or ends', async () => {
    expect(await labelled('2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z', 300)).toEqual([
      'Mar 28',
      'Mar 29',
      'Mar 30',
      'Mar 31',
    ])
    expect(await labelled('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', 300)).toEqual([
      'Oct 25',
      '12:00',
      'Oct 26',
      '12:00',
    ])
  })
  test('ticks are in range, ascending and spaced', () => {
    const ends = fc.tuple(
      fc.double({ min: -1e10, max: 1e11, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e11, noNaN: true }),
    )
    fc.assert(
      fc.property(ends, fc.integer({ min: 1, max: 2000 }), ([min, span], width) => {
        const ticks = timeTicks(min, min + span, width)
        expect(ticks.at.length).toBeLessThanOrEqual(Math.max(1, width / 50) + 2)
        ticks.at.forEach((time, index) => {
          expect(time).toBeGreaterThanOrEqual(min)
          expect(time).toBeLessThanOrEqual(min + span)
          expect(time).toBeGreaterThan(ticks.at[index - 1] ?? Number.NEGATIVE_INFINITY)
        })
        const labels = timeLabels('en', ticks)
        for (const [index, label] of labels.entries()) expect(label).not.toBe(labels[index - 1])
      }),
    )
  })
  test('has no ticks beyond the range of Date', () => {
    expect(timeTicks(1e15, 1e15 + 60, 500).at).toEqual([])
  })
})

test('a moment shows its zone, and its seconds unless they are 0', async () => {
  const [full, exact] = await berlin(({ momentText }) => [
    momentText('en', at('2026-03-05T10:20:00Z')),
    momentText('en', at('2026-03-05T10:20:30Z')),
  ])
  expect([full, exact]).toEqual(['Mar 5, 2026, 11:20 GMT+1', 'Mar 5, 2026, 11:20:30 GMT+1'])
  expect(momentText('en', Number.NaN)).toBe('–')
})

test('recognizes days by their midnights', () => {
  const days = [new Date(2026, 2, 28), new Date(2026, 2, 29), new Date(2026, 2, 30)].map((day) => day.getTime() / 1000)
  expect(allMidnights(days)).toBe(true)
  expect(allMidnights([...days, (days[0] ?? 0) + 3600])).toBe(false)
})

test.each([
  [0, false],
  [1, false],
  [2, true],
])('a label %i seconds before the right edge is drawn: %s', (before, isThere) => {
  vi.stubGlobal('devicePixelRatio', 2)
  const axis = timeAxis({ locale: 'en', unit: 'number', text: '', line: '', barSpacing: () => 0 })
  const mark = at('2026-03-05T12:00:00Z')
  const splits = axis.splits as (chart: uPlot, index: number, min: number, max: number) => number[]
  // a minute on 400 pixels: a second is 6.7 of them, and half a label 25
  const marks = splits({ bbox: { width: 800 } } as uPlot, 0, mark + before - 60, mark + before)
  vi.unstubAllGlobals()
  expect(marks.includes(mark)).toBe(isThere)
  expect((axis.values as () => string[])()).toHaveLength(marks.length)
})
