import { expect, test } from 'vitest'
import { valueRange } from './axes.ts'
import { barSlot } from './bar-paths.ts'
import { linesOf, lookOf } from './colors.ts'
import { prepareData } from './data.ts'
import { lonePoints } from './options.ts'
import { layOutLegend } from './png.ts'
import { statsOf } from './stats.ts'
import { viewOf } from './time-range.ts'

const line = (id: string, values: (number | null)[] = []) => ({ id, label: id, values })

test('the time axis has the given ends or those of the data', () => {
  const data = prepareData([100, 160], [line('a', [1, 2])])
  expect(viewOf(data, {})).toEqual([100, 160])
  expect(viewOf(data, { from: 0, to: 600 })).toEqual([0, 600])
  expect(viewOf(prepareData([100], [line('a', [1])]), {})).toEqual([70, 130])
  expect(viewOf(prepareData([], []), {})).toBeUndefined()
  expect(viewOf(prepareData([], []), { from: 5, to: 5 })).toEqual([-25, 35])
})

test('bars are not cut off', () => {
  const data = prepareData([0, 3600], [line('a', [1, 2])], { kind: 'bars' })
  expect(viewOf(data, { kind: 'bars' })).toEqual([0, 7200])
  expect(viewOf(data, { kind: 'bars', from: 0, to: 5500 })).toEqual([0, 7200])
  expect(viewOf(data, { kind: 'bars', from: 0, to: 90_000 })).toEqual([0, 90_000])
})

test('bars are centered side by side, with a maximum width', () => {
  expect(barSlot(100, { index: 0, of: 1 }, 56)).toEqual({ left: -28, width: 56 })
  expect(barSlot(50, { index: 0, of: 2 }, 56)).toEqual({ left: -18, width: 18 })
  expect(barSlot(50, { index: 1, of: 2 }, 56)).toEqual({ left: 0, width: 18 })
  expect(barSlot(0.1, { index: 0, of: 1 }, 56).width).toBe(1)
})

test('the value axis starts at zero and has padding at the top', () => {
  const range = (
    unit: 'percent' | 'rate' | 'celsius',
    low: number | null,
    high: number | null,
    min?: number,
    max?: number,
  ) => valueRange(unit, min, max)({} as never, low, high)
  expect(range('percent', 3, 40)).toEqual([0, 100])
  expect(range('percent', 0, 200)).toEqual([0, 216])
  expect(range('rate', 0, 0)).toEqual([0, 1024])
  expect(range('rate', null, null)).toEqual([0, 1024])
  expect(range('celsius', -50, -10)).toEqual([-54, 0])
  expect(range('celsius', 0, 30, 20, 90)).toEqual([20, 90])
})

test('what is too short for a line is a point', () => {
  const pointsOf = (values: (number | null | undefined)[], pixelsApart = 10) => {
    const chart = {
      data: [[...values.keys()], values],
      series: [{ idxs: [0, values.length - 1] }],
      valToPos: (time: number) => time * pixelsApart,
    }
    return lonePoints(chart as never, 1)
  }
  expect(pointsOf([1])).toEqual([0])
  expect(pointsOf([1, null, 2, 3, null, 4])).toEqual([0, 5])
  expect(pointsOf([1, undefined, 2])).toBeNull()
  expect(pointsOf([null, null])).toBeNull()
  expect(pointsOf([null, 1, 2, 3], 1)).toEqual([3])
  expect(pointsOf([1, 2, 3, 4, null, 5, undefined, 6], 1)).toEqual([7])
})

test('lines have fixed colors, and only a single line is filled', () => {
  const lines = linesOf([line('a'), { ...line('b'), color: 6 }, line('c')])
  expect(lines.map(({ color, fill }) => [color, fill])).toEqual([
    [1, false],
    [6, false],
    [3, false],
  ])
  expect(linesOf([line('a')])[0]?.fill).toBe(true)
})

test('lines that share a color have different dashes', () => {
  const lines = linesOf(Array.from({ length: 20 }, (_, index) => line(`l${index}`)))
  expect(lines.slice(0, 6).map(({ dash }) => dash)).toEqual(Array(6).fill(undefined))
  const looks = lines.map(({ color, dash }) => JSON.stringify([color, dash]))
  expect(new Set(looks).size).toBe(20)
  expect(linesOf([line('a'), { ...line('b'), color: 1 }]).map(({ dash }) => dash === undefined)).toEqual([true, false])
})

test('colors beyond six are dashed independently of other lines', () => {
  const lines = linesOf([
    { ...line('a'), color: 1 },
    { ...line('b'), color: 7 },
    { ...line('c'), color: 20 },
  ])
  expect(lines.map(({ color }) => color)).toEqual([1, 1, 2])
  const alone = [1, 7, 20].map((color) => linesOf([{ ...line('x'), color }])[0]?.dash)
  expect(lines.map(({ dash }) => dash)).toEqual(alone)
  const looks = Array.from({ length: 20 }, (_, index) => lookOf(index + 1))
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(20)
  expect(looks[6]).toMatchObject({ color: 1, dash: expect.any(Array) })
})

test('the legend of a PNG wraps into rows', () => {
  const lines = linesOf([line('aaaa'), line('bbbb'), line('cccc')])
  const { at, height } = layOutLegend(lines, 120, (text) => text.length * 10)
  expect(at.map(({ left, top }) => [left, top])).toEqual([
    [0, 0],
    [0, 18],
    [0, 36],
  ])
  expect(height).toBe(54)
  expect(layOutLegend(lines, 1000, () => 40).height).toBe(18)
  expect(layOutLegend(lines.slice(0, 1), 1000, () => 40)).toEqual({ at: [], height: 0 })
})

test('the stats of a line', () => {
  expect(statsOf([1, null, 3, Number.NaN])).toEqual({ mean: 2, max: 3, last: Number.NaN })
  expect(statsOf([null, 4])).toEqual({ mean: 4, max: 4, last: 4 })
  expect(statsOf([])).toEqual({ mean: Number.NaN, max: Number.NaN, last: Number.NaN })
})
