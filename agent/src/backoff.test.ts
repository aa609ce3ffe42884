import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeBackoff } from './backoff.ts'

const waits = (random: () => number, count: number) => {
  const backoff = makeBackoff(random)
  return Array.from({ length: count }, () => backoff.next())
}

describe('the delays between attempts', () => {
  it('double from one second to thirty', () => {
    expect(waits(() => 0.5, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  it('have 20 % jitter', () => {
    expect(waits(() => 0, 6)).toEqual([800, 1600, 3200, 6400, 12_800, 24_000])
    expect(waits(() => 1, 6)).toEqual([1200, 2400, 4800, 9600, 19_200, 36_000])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), (chance, failures) => {
        const wait = waits(() => chance, failures + 1).at(-1) ?? 0
        const expected = Math.min(2 ** failures, 30) * 1000
        expect(wait).toBeGreaterThanOrEqual(Math.max(500, Math.floor(expected * 0.8)))
        expect(wait).toBeLessThanOrEqual(Math.ceil(expected * 1.2))
      }),
    )
  })

  it('start again after a success', () => {
    const backoff = makeBackoff(() => 0.5)
    backoff.next()
    backoff.next()
    backoff.reset()
    expect([backoff.next(), backoff.next()]).toEqual([1000, 2000])
  })

  it('spread a fleet', () => {
    expect(new Set(Array.from({ length: 50 }, () => makeBackoff().next())).size).toBeGreaterThan(20)
  })
})
