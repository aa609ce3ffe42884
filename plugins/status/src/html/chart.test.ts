import { sentenceOf } from '@svc/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import { bucketsOf, chart, pathOf } from './chart.ts'
import { languageOf, makeReader } from './reader.ts'

const reader = makeReader(languageOf({ query: {}, cookies: {}, headers: {} }), sentenceOf)

describe('buckets', () => {
  it('are means, and empty where there is no data', () => {
    expect(bucketsOf([1, 3, 8, null], [0, 1, 60, 70], 0, 100)).toEqual([2, null, 8, null])
  })
  it('are at most 240', () => {
    const times = Array.from({ length: 1440 }, (_, index) => index)
    expect(bucketsOf(times, times, 0, 1440)).toHaveLength(240)
  })
  it('leave out what is beyond the range', () => expect(bucketsOf([5, 7], [-50, 0], 0, 10)).toEqual([7, null]))
})

describe('a line', () => {
  it('goes over one empty bucket and is interrupted by two', () => {
    expect(pathOf([0, null, 10, null, null, 5], 10).replace(/[\d. ]/g, '')).toBe('MLM')
  })
  it('stays inside', () => expect(pathOf([20], 10)).toBe('M300.0 0.0'))
})

test('a chart without data is left out', () => {
  const empty = { title: 'CPU', unit: 'percent', times: [], from: 0, to: 1 } as const
  expect(chart(reader, { ...empty, series: [{ label: 'CPU', values: [] }] })).toBe(false)
})

test('the axis has round ends', () => {
  const of = (unit: 'bytes' | 'number', value: number) =>
    chart(reader, { title: 'x', unit, times: [0, 1], from: 0, to: 2, series: [{ label: 'x', values: [value, value] }] })
  expect(of('bytes', 3 * 1024 ** 2)).toMatchObject({ text: expect.stringContaining('<span>5.0 MiB</span>') })
  expect(of('number', 0.13)).toMatchObject({ text: expect.stringContaining('<span>0.20</span>') })
  expect(of('number', 0)).toMatchObject({ text: expect.stringContaining('<span>1</span>') })
})
