import { expect, it } from 'vitest'
import { compareCycles, pastCount } from './compared-cycles.ts'

const cycle = (period: string, bytes: number) => ({
  period,
  start: `${period}-01`,
  end: `${period}-28`,
  bytes_in: bytes,
  bytes_out: bytes,
})

it('compares cycles with the previous one, except the current one', () => {
  const history = [cycle('2026-04', 30), cycle('2026-03', 20), cycle('2026-02', 0), cycle('2026-01', 8)]
  const { cycles, largest } = compareCycles({ current: cycle('2026-05', 5), history })
  expect(cycles.map(({ total, change, running }) => [total, change, running])).toEqual([
    [10, undefined, true],
    [60, 50, false],
    [40, undefined, false],
    [0, -100, false],
    [16, undefined, false],
  ])
  expect(largest).toBe(60)
})

it('omits the oldest cycles without traffic, and more than six', () => {
  const history = [cycle('2026-04', 1), cycle('2026-03', 0), cycle('2026-02', 0)]
  expect(compareCycles({ current: cycle('2026-05', 0), history }).cycles.map(({ period }) => period)).toEqual([
    ...['2026-05', '2026-04'],
  ])
  const many = Array.from({ length: 12 }, (_, index) => cycle(`20${30 - index}`, 1))
  expect(compareCycles({ current: cycle('2031', 1), history: many }).cycles).toHaveLength(pastCount + 1)
})

it('is empty while loading', () => {
  expect(compareCycles(undefined)).toEqual({ cycles: [], largest: 0 })
})
