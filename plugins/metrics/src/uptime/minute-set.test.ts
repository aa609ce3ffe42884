import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutesPerDay, noMinutes, packMinutes, unpackMinutes, withMinute } from './minute-set.ts'

const filled = (...runs: [number, number][]) => {
  const set = noMinutes()
  for (const [from, to] of runs) set.fill(1, from, to)
  return set
}

describe('encoding a set of minutes', () => {
  it.each([
    ['nothing', filled(), 0],
    ['a whole day', filled([0, 1440]), 4],
    ['a day with a break', filled([0, 700], [702, 1440]), 8],
    ['every other minute', filled(...Array.from({ length: 720 }, (_, i): [number, number] => [2 * i, 2 * i + 1])), 180],
    ['44 runs', filled(...Array.from({ length: 44 }, (_, i): [number, number] => [3 * i, 3 * i + 1])), 176],
    ['45 runs', filled(...Array.from({ length: 45 }, (_, i): [number, number] => [3 * i, 3 * i + 1])), 180],
  ])('of %s are few and lossless', (_, set, bytes) => {
    expect(packMinutes(set)).toHaveLength(bytes)
    expect(unpackMinutes(packMinutes(set))).toEqual(set)
  })

  it('is lossless for any set', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: minutesPerDay }), fc.integer({ min: 0, max: 200 })))
    fc.assert(
      fc.property(changes, (runs) => {
        const set = filled(...runs.map(([from, length]): [number, number] => [from, from + length]))
        const packed = packMinutes(set)
        expect(packed.length).toBeLessThanOrEqual(180)
        expect(unpackMinutes(packed)).toEqual(set)
      }),
    )
  })

  it('can be updated minute by minute in any order', () => {
    const minuteOfDay = fc.integer({ min: 0, max: minutesPerDay - 1 })
    const run = fc.tuple(minuteOfDay, fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), (runs) => {
        const set = noMinutes()
        let packed: Uint8Array = new Uint8Array()
        for (const [from, length] of runs) {
          for (let minute = from; minute < Math.min(minutesPerDay, from + length); minute++) {
            const longer = withMinute(packed, minute)
            expect(longer === undefined).toBe(set[minute] === 1)
            set[minute] = 1
            packed = longer ?? packed
          }
        }
        expect(unpackMinutes(packed)).toEqual(set)
      }),
    )
  })
})
