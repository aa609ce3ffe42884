import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, emptyAmount, figureOf, scalesOf } from './amount.ts'

describe('a figure is typed in a scale that suits it', () => {
  it.each([
    [1024 ** 4, 'bytes', '1', 1024 ** 4],
    [1.5 * 1024 ** 3, 'bytes', '1.5', 1024 ** 3],
    [1000, 'bytes', '1000', 1],
    [12_345_678_901, 'bytes', '12345678901', 1],
    [10 * 1024 ** 2, 'bytes_per_second', '10', 1024 ** 2],
    [60, 'seconds', '1', 60],
    [90, 'seconds', '90', 1],
    [7, 'days', '7', 1],
    [99.5, 'percent', '99.5', 1],
    [0.25, null, '0.25', 1],
    [-5, 'celsius', '-5', 1],
  ] as const)('%d %s as %s of %d', (value, unit, text, factor) => {
    expect(amountOf(value, unit)).toEqual({ text, factor })
  })

  it('zero is a figure, nothing is none', () => {
    expect(amountOf(0, 'bytes').text).toBe('0')
    expect(figureOf(amountOf(0, 'bytes'))).toBe(0)
    expect(figureOf(amountOf(null, 'percent'))).toBeNull()
  })

  it.each(['x', 'e9', '1,5', '--1', '.5', '1 000', 'Infinity', '0x10'])('%s is no number', (text) => {
    expect(figureOf({ text, factor: 1 })).toBeUndefined()
  })

  it('what was stored is stored again', () => {
    const units = fc.constantFrom('bytes', 'bytes_per_second', 'seconds' as const)
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (unit, value) => {
        expect(figureOf(amountOf(value, unit))).toBe(value)
      }),
    )
  })

  it('an empty field begins in a scale that its unit has', () => {
    for (const unit of ['bytes', 'bytes_per_second', 'seconds', 'percent', null] as const) {
      expect(scalesOf(unit).map(({ factor }) => factor)).toContain(emptyAmount(unit).factor)
    }
  })
})
