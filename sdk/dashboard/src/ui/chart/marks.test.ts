import { expect, test } from 'vitest'
import { marksWithin, maxLanes, placedMarks } from './marks.ts'

const mark = (from: number, to?: number, label = `${from}`) => ({ from, to, label, tone: 'warn' as const })

test('invalid marks are dropped, the others sorted, and one without an end lasts', () => {
  const placed = placedMarks([mark(60), mark(9, 3), mark(Number.NaN, 4), mark(5, 5)])
  expect(placed.map(({ from, to }) => [from, to])).toEqual([
    [5, 5],
    [60, Number.POSITIVE_INFINITY],
  ])
  expect(placedMarks()).toEqual([])
})

test('marks that overlap are below each other, as far as there is room', () => {
  expect(placedMarks([mark(0, 100), mark(50, 150), mark(100, 200), mark(150)]).map(({ lane }) => lane)).toEqual([
    0, 1, 0, 1,
  ])
  const busy = placedMarks(Array.from({ length: 9 }, (_, i) => mark(i, 100)))
  expect(Math.max(...busy.map(({ lane }) => lane))).toBe(maxLanes - 1)
})

test('a period has the marks that touch it', () => {
  const placed = placedMarks([mark(0, 10), mark(20, 30), mark(40)])
  const labels = (from: number, to: number) => marksWithin(placed, { from, to }).map(({ label }) => label)
  expect([labels(11, 19), labels(10, 20), labels(25, 25), labels(100, 100)]).toEqual([[], ['0', '20'], ['20'], ['40']])
})
