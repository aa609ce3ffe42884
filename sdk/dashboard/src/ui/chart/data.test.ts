import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareData, rowAt, sampled, stack } from './data.ts'

const line = (...values: (number | null | undefined)[]) => ({ id: 'a', label: 'A', values })
const gap = (from: number, to: number) => ({ from, to, label: 'down' })

describe('prepareData', () => {
  test('returns the data itself if there are no gaps', () => {
    const times = [0, 3, 6, 9]
    const series = [line(1, 2, null, 4)]
    const { columns, rows, spacing } = prepareData(times, series, { gapAfter: 10 })
    expect(columns[0]).toBe(times)
    expect(columns[1]).toBe(series[0]?.values)
    expect([rows, spacing]).toEqual([undefined, 3])
    expect(prepareData([0, 100], [line(1, 2)]).columns).toEqual([
      [0, 100],
      [1, 2],
    ])
  })
  test('breaks lines at null but not at undefined', () => {
    const series = [line(1, undefined, 3, null, 5)]
    expect(prepareData([0, 3, 6, 9, 12], series).columns[1]).toEqual([1, undefined, 3, null, 5])
    expect(prepareData([0, 3, 6, 60], [line(1, undefined, 3)], { gapAfter: 10 }).columns[1]).toEqual([
      ...[1, undefined, 3, null, null],
    ])
    expect(prepareData([0, 3], [line(1, undefined), line(2, 2)], { stacked: true }).columns.slice(1)).toEqual(
      prepareData([0, 3], [line(1, null), line(2, 2)], { stacked: true }).columns.slice(1),
    )
  })
  test('breaks lines after gapAfter seconds', () => {
    const data = prepareData([0, 3, 60, 63], [line(1, 2, 3, 4)], { gapAfter: 10 })
    expect(data.columns).toEqual([
      [0, 3, 31.5, 60, 63],
      [1, 2, null, 3, 4],
    ])
    expect([0, 1, 2, 3, 4].map((index) => rowAt(data, index))).toEqual([0, 1, -1, 2, 3])
    expect(prepareData([0, 60, 120], [line(1, 2, 3)], { gapAfter: 10 }).columns[1]).toEqual([1, null, 2, null, 3])
  })
  test('inserts one index per gap', () => {
    const down = gap(120, 300)
    const data = prepareData([0, 60, 300, 360], [line(1, 2, 3, 4)], { gapAfter: 150, gaps: [down] })
    expect(data.columns).toEqual([
      [0, 60, 210, 300, 360],
      [1, 2, null, 3, 4],
    ])
    expect(data.gaps.get(2)).toBe(down)
    expect(data.places.get(down)).toBe(2)
  })
  test('handles gaps at both ends and adjacent gaps', () => {
    const data = prepareData([600], [line(1)], { gaps: [gap(0, 60), gap(60, 600), gap(660, 900)] })
    expect(data.columns[0]).toEqual([30, 330, 600, 780])
    expect([...data.gaps.keys()]).toEqual([0, 1, 3])
  })
  test('short gaps do not break an hourly line', () => {
    const data = prepareData([0, 3600, 7200], [line(1, 2, 3)], { gaps: [gap(4000, 4600)] })
    expect(data.columns[1]).toEqual([1, 2, undefined, 3])
    expect(data.gaps.has(2)).toBe(true)
  })
  test('centers bars; a single midnight is a day', () => {
    expect(prepareData([0, 3600], [line(1, 2)], { kind: 'bars' }).columns[0]).toEqual([1800, 5400])
    const midnight = new Date(2026, 2, 5).getTime() / 1000
    expect(prepareData([midnight], [line(1)], { kind: 'bars' }).spacing).toBe(86_400)
  })
  test('sorts by time', () => {
    const data = prepareData([20, 10, Number.NaN, 30], [line(2, 1, 9, 3)])
    expect(data.columns).toEqual([
      [10, 20, 30],
      [1, 2, 3],
    ])
    expect(rowAt(data, 0)).toBe(1)
  })
  test('drops non-finite values and clamps huge ones', () => {
    const { columns } = prepareData([1, 2, 3, 4], [line(Number.NaN, Number.POSITIVE_INFINITY, 1e308)])
    expect(columns[1]).toEqual([null, null, 1e100, null])
  })
  test('always ascends and keeps all rows and gaps', () => {
    const times = fc.array(fc.integer({ min: 0, max: 1e6 }), { maxLength: 60 })
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 1e5 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(times, gaps, fc.integer({ min: 1, max: 1e5 }), (times, gaps, gapAfter) => {
        const data = prepareData(times, [line(...times)], {
          gapAfter,
          gaps: gaps.map(([from, length]) => gap(from, from + length)),
        })
        const [at, values] = data.columns
        expect(at.every((time, index) => index === 0 || time >= (at[index - 1] ?? 0))).toBe(true)
        expect(values?.filter((value) => value != null)).toEqual(times.toSorted((a, b) => a - b))
        expect(data.gaps.size).toBe(gaps.length)
        expect(values?.length).toBe(at.length)
      }),
    )
  })
})

test('samples the whole range including the last index', () => {
  expect(sampled(3, 50)).toEqual([0, 1, 2])
  const some = sampled(1000, 50)
  expect([some.length, some[0], some.at(-1)]).toEqual([50, 0, 999])
})

test('adds each list to those before it', () => {
  expect(
    stack([
      [1, 2],
      [10, 20],
      [100, 200],
    ]),
  ).toEqual([
    [1, 2],
    [11, 22],
    [111, 222],
  ])
})

test('a missing value counts as 0, unless all are missing', () => {
  expect(
    stack([
      [1, null, null],
      [null, 5, null],
    ]),
  ).toEqual([
    [1, 0, null],
    [1, 5, null],
  ])
  expect(stack([])).toEqual([])
})
