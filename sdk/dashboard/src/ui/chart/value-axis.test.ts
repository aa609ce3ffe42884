import type { Unit } from '@svc/protocol/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueLabels } from './value-text.ts'
import { valueTicks } from './value-ticks.ts'

const labels = (unit: Unit, min: number, max: number, maxTicks = 5) =>
  valueLabels('en', unit, valueTicks(unit, min, max, maxTicks))
const gib = 1024 ** 3

describe('the value axis', () => {
  test.each<[Unit, number, number, string[]]>([
    ['percent', 0, 100, ['0%', '20%', '40%', '60%', '80%', '100%']],
    ['percent', 0, 0.5, ['0%', '0.1%', '0.2%', '0.3%', '0.4%', '0.5%']],
    ['bytes', 0, 1.6 * gib, ['0 GiB', '0.5 GiB', '1 GiB', '1.5 GiB']],
    ['bytes', 0, 900, ['0 B', '256 B', '512 B', '768 B']],
    ['rate', 0, 3000, ['0 KiB/s', '1 KiB/s', '2 KiB/s']],
    ['number', 0, 1.2, ['0', '0.25', '0.5', '0.75', '1']],
    ['number', 0, 2.3e6, ['0', '500K', '1M', '1.5M', '2M']],
    ['number', 0, 4e20, ['0', '1E20', '2E20', '3E20', '4E20']],
    ['celsius', -12, 30, ['-10 °C', '0 °C', '10 °C', '20 °C', '30 °C']],
    ['ms', 0, 0.02, ['0 ms', '0.005 ms', '0.01 ms', '0.015 ms', '0.02 ms']],
  ])('of %s from %d to %d', (unit, min, max, texts) => expect(labels(unit, min, max)).toEqual(texts))

  test('has no duplicate labels and no more than fit', () => {
    const unit = fc.constantFrom<Unit>('percent', 'bytes', 'rate', 'number', 'celsius', 'ms')
    const number = fc.double({ min: -1e100, max: 1e100, noNaN: true })
    fc.assert(
      fc.property(unit, number, number, fc.integer({ min: 1, max: 20 }), (unit, a, b, maxTicks) => {
        const texts = labels(unit, Math.min(a, b), Math.max(a, b), maxTicks)
        expect(texts.length).toBeLessThanOrEqual(maxTicks + 2)
        const present = texts.filter(Boolean)
        expect(new Set(present).size).toBe(present.length)
      }),
      { numRuns: 300 },
    )
  })
  test('handles values that are almost equal', () => {
    const texts = labels('number', 1e15, 1e15 + 2)
    expect(new Set(texts.filter(Boolean)).size).toBe(texts.filter(Boolean).length)
    expect(labels('bytes', 0, 0)).toEqual([])
  })
})
