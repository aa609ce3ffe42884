import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveredMinutes } from './maintenance-minutes.ts'

const span = (from: number, to: number) => ({ from: from * 3600, to: to * 3600 })

describe('minutes in maintenance', () => {
  it.each([
    ['nothing', [], [0, 0]],
    ['one window', [span(1, 3)], [120, 0]],
    ['one across midnight', [span(23, 25)], [60, 60]],
    ['overlapping windows once', [span(1, 3), span(2, 4), span(1, 2)], [180, 0]],
    ['windows outside', [span(-5, 1), span(47, 99), span(60, 70)], [60, 60]],
    ['unsorted windows', [span(5, 6), span(1, 2)], [120, 0]],
  ])('of %s', (_, spans, expected) => expect(coveredMinutes(spans, 0, 2)).toEqual(expected))

  it('are those of a count by minute', () => {
    const window = fc.tuple(fc.integer({ min: -3000, max: 6000 }), fc.integer({ min: 1, max: 3000 }))
    fc.assert(
      fc.property(fc.array(window, { maxLength: 8 }), (windows) => {
        const minutes = new Set(windows.flatMap(([at, length]) => Array.from({ length }, (_, i) => at + i)))
        const expected = [0, 1, 2].map((day) => [...minutes].filter((at) => Math.floor(at / 1440) === day).length)
        const spans = windows.map(([at, length]) => ({ from: at * 60, to: (at + length) * 60 }))
        expect(coveredMinutes(spans, 0, 3)).toEqual(expected)
      }),
    )
  })
})
