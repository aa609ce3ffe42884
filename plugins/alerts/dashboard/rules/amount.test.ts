import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyAmount, parseAmount, scalesOf, toAmount } from './amount.ts'

describe('amounts', () => {
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
    expect(toAmount(value, unit)).toEqual({ text, factor })
  })

  it('distinguish zero from empty', () => {
    expect(toAmount(0, 'bytes').text).toBe('0')
    expect(parseAmount(toAmount(0, 'bytes'))).toBe(0)
    expect(parseAmount(toAmount(null, 'percent'))).toBeNull()
  })

  it.each(['x', 'e9', '1,5', '--1', '.5', '1 000', 'Infinity', '0x10'])('reject %s', (text) => {
    expect(parseAmount({ text, factor: 1 })).toBeUndefined()
  })

  it('keep stored values unchanged', () => {
    const units = fc.constantFrom('bytes', 'bytes_per_second', 'seconds' as const)
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (unit, value) => {
        expect(parseAmount(toAmount(value, unit))).toBe(value)
      }),
    )
  })

  it('have a valid default unit', () => {
    for (const unit of ['bytes', 'bytes_per_second', 'seconds', 'percent', null] as const) {
      expect(scalesOf(unit).map(({ factor }) => factor)).toContain(emptyAmount(unit).factor)
    }
  })
})
