import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteOf, minuteOfKey, numberOfKey, packKey } from './keys.ts'

const minutes = fc.integer({ min: 0, max: 2 ** 31 })
const numbers = fc.integer({ min: 0, max: 2 ** 20 - 1 })

describe('record keys', () => {
  it('round-trip any minute and number', () => {
    fc.assert(
      fc.property(minutes, numbers, (minute, number) => {
        const key = packKey(minute, number)
        expect(Number.isSafeInteger(key)).toBe(true)
        expect(minuteOfKey(key)).toBe(minute)
        expect(numberOfKey(key)).toBe(number)
      }),
    )
  })

  it('sort by minute, then by server', () => {
    fc.assert(
      fc.property(minutes, numbers, minutes, numbers, (m1, n1, m2, n2) => {
        const order = Math.sign(packKey(m1, n1) - packKey(m2, n2))
        expect(order).toBe(Math.sign(m1 - m2) || Math.sign(n1 - n2))
      }),
    )
  })

  it('match the shift used by retention and SQL', () => {
    fc.assert(
      fc.property(minutes, numbers, (minute, number) => {
        expect(BigInt(packKey(minute, number))).toBe((BigInt(minute) << 20n) | BigInt(number))
      }),
    )
  })

  it('map a time to its minute', () => {
    expect(minuteOf(119_999)).toBe(1)
    expect(minuteOf(120_000)).toBe(2)
  })
})
