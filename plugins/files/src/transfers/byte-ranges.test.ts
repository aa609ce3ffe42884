import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteRanges } from './byte-ranges.ts'

it('a file is covered by its parts in any order, and by nothing less', () => {
  const size = 12
  const part = fc.tuple(fc.nat(size), fc.nat(size)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const ranges = new ByteRanges()
      const bytes = new Set<number>()
      for (const [start, end] of parts.filter(([start, end]) => start < end)) {
        ranges.add(start, end)
        for (let byte = start; byte < end; byte += 1) bytes.add(byte)
      }
      expect(ranges.covers(size)).toBe(bytes.size === size)
    }),
  )
})

it('parts that touch are one', () => {
  const ranges = new ByteRanges()
  for (const [start, end] of [
    [4, 6],
    [0, 2],
    [2, 4],
  ] as const)
    ranges.add(start, end)
  expect([ranges.count, ranges.covers(6), ranges.covers(7), new ByteRanges().covers(0)]).toEqual([1, true, false, true])
})
