import { expect, test } from 'vitest'
import { sampledRows, sortedTable, tableRows } from './table-rows.ts'

const gap = (from: number, to: number) => ({ from, to, label: `${from}` })
const times = [0, 60, 300, 360]

test('gaps are rows too', () => {
  const rows = tableRows(times, [gap(120, 300), gap(360, 420)])
  expect(rows.map(({ at, row, gap }) => (gap ? `gap ${at}` : row))).toEqual([0, 1, 'gap 120', 2, 3, 'gap 360'])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

test('sorts by time or by a line, rows without a value last', () => {
  const rows = tableRows(times, [gap(120, 300)])
  const order = (values: (number | null)[] | undefined, direction: 'asc' | 'desc') =>
    sortedTable(rows, values, direction).map(({ row }) => row ?? 'gap')
  expect(order(undefined, 'asc')).toEqual([0, 1, 'gap', 2, 3])
  expect(order(undefined, 'desc')).toEqual([3, 2, 'gap', 1, 0])
  expect(order([5, null, -1, 9], 'asc')).toEqual([2, 0, 3, 1, 'gap'])
  expect(order([5, null, -1, 9], 'desc')).toEqual([3, 0, 2, 1, 'gap'])
})

test('samples rows for screen readers and keeps the longest gaps', () => {
  const many = Array.from({ length: 10_000 }, (_, row) => row * 60)
  const gaps = Array.from({ length: 400 }, (_, index) => gap(index * 1000, index * 1000 + index + 1))
  const rows = sampledRows(many, gaps, 50)
  expect(rows).toHaveLength(50)
  expect(rows.filter(({ gap }) => gap).map(({ at }) => at)).toContain(399_000)
  expect(rows.filter(({ row }) => row !== undefined).at(-1)).toMatchObject({ row: 9999, at: 599_940 })
  for (const { row, at } of rows) if (row !== undefined) expect(many[row]).toBe(at)
})
