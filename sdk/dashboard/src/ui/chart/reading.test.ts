import { makeFormat } from '@svc/protocol/text'
import { describe, expect, test } from 'vitest'
import { prepareData } from './data.ts'
import { placedMarks } from './marks.ts'
import { indexAfterKey, visible } from './reading.ts'
import { accessibleValueText } from './reading-text.ts'

const times = Array.from({ length: 200 }, (_, row) => row * 60)
const line = { id: 'a', label: 'A', values: times.map((time) => time / 60) }

describe('keys', () => {
  const data = prepareData(times, [line])
  const all = { first: 0, last: 199 }
  const key = (name: string, from?: number) => indexAfterKey(name, from, data, all)

  test('move by one, by page, and to the ends', () => {
    expect([key('ArrowLeft', 5), key('ArrowRight', 5)]).toEqual([4, 6])
    expect([key('PageUp', 100), key('PageDown', 100)]).toEqual([80, 120])
    expect([key('Home', 100), key('End', 100)]).toEqual([0, 199])
    expect([key('ArrowLeft', 0), key('ArrowRight', 199)]).toEqual([0, 199])
  })
  test('start at the newest value', () => {
    expect([key('ArrowLeft'), key('ArrowRight'), key('Home')]).toEqual([199, 199, 0])
  })
  test('other keys are ignored', () => {
    expect([key('a', 5), key('ArrowUp', 5), indexAfterKey('End', 0, data, { first: 3, last: 2 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('stay within the visible range', () => {
    const seen = visible(data, [600, 1200])
    expect(seen).toEqual({ first: 10, last: 20 })
    expect([indexAfterKey('Home', 15, data, seen), indexAfterKey('End', 15, data, seen)]).toEqual([10, 20])
    expect(visible(data, [601, 659])).toEqual({ first: 11, last: 10 })
  })
  test('stop once per gap and skip unexplained holes', () => {
    const gaps = [{ from: 60, to: 600, label: 'down' }]
    const gapped = prepareData([0, 600, 660, 9000], [line], { gapAfter: 120, gaps })
    const ends = { first: 0, last: gapped.columns[0].length - 1 }
    const walk = (from: number) => indexAfterKey('ArrowRight', from, gapped, ends) ?? -1
    const stops = [0]
    while (stops.length < 5) stops.push(walk(stops.at(-1) ?? 0))
    expect(stops.map((stop) => gapped.columns[0][stop])).toEqual([0, 330, 600, 660, 9000])
  })
})

describe('the text for screen readers', () => {
  const t = (key: string | readonly string[], values?: object) => `${key}${values ? JSON.stringify(values) : ''}`
  const words = { format: makeFormat('en'), t, unit: 'percent' as const, daily: false, marks: [] }
  const gaps = [{ from: 60, to: 600, label: 'Server was down' }]
  const data = prepareData([0, 600, 90_000], [line], { gapAfter: 1000, gaps })

  test('contains time and values', () => {
    expect(accessibleValueText(data, 0, [line, { ...line, id: 'b', label: 'B', values: [null] }], words)).toMatch(
      /1970.*: A 0\.0%, B –$/,
    )
  })
  test('contains the cause of a gap, or that there is no data', () => {
    expect(accessibleValueText(data, 1, [line], words)).toMatch(
      /"span":"Jan 1, 1970.*"duration":"9m".*: Server was down$/,
    )
    expect(accessibleValueText(data, 3, [line], words)).toMatch(/"duration":"1d".*: chart\.noValues$/)
  })
  test('names the marks of that time, also within a gap', () => {
    const marks = placedMarks([
      { from: 100, to: 200, label: 'CPU busy', tone: 'warn' },
      { from: 89_000, label: 'Offline', tone: 'danger' },
    ])
    const textAt = (index: number) => accessibleValueText(data, index, [line], { ...words, marks })
    expect(textAt(0)).toMatch(/A 0\.0%. CPU busy$/)
    expect(textAt(1)).toMatch(/: Server was down. CPU busy$/)
    expect(textAt(data.columns[0].length - 1)).toMatch(/[^.]*\. Offline$/)
  })
  test('states that there is no data', () =>
    expect(accessibleValueText(prepareData([], []), -1, [], words)).toBe('chart.none'))
})
