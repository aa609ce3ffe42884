import { describe, expect, test } from 'vitest'
import { bandOf, gapAt, sortedGaps } from './gaps.ts'

const gap = (from: number, to: number, label = '') => ({ from, to, label })

test('drops invalid gaps and sorts the others', () => {
  const gaps = sortedGaps([gap(60, 120), gap(5, 5), gap(9, 3), gap(Number.NaN, 4), gap(0, 60)])
  expect(gaps.map(({ from }) => from)).toEqual([0, 60])
  expect(sortedGaps(undefined)).toEqual([])
})

test('the end of a gap is exclusive', () => {
  const gaps = [gap(0, 60, 'a'), gap(60, 120, 'b'), gap(300, 360, 'c')]
  const causes = [-1, 0, 59, 60, 119, 120, 299, 300, 360].map((at) => gapAt(gaps, at)?.label)
  expect(causes).toEqual([undefined, 'a', 'a', 'b', 'b', undefined, undefined, 'c', undefined])
})

describe('a band', () => {
  const area = { left: 100, width: 400, height: 150 }
  const text = { width: 80, height: 16 }
  const band = (left: number, right: number) => bandOf({ left, right }, area, text, 2)

  test('has horizontal, vertical or no text depending on the room', () => {
    expect(band(200, 300)?.text).toBe('horizontal')
    expect(band(200, 220)?.text).toBe('vertical')
    expect(band(200, 210)?.text).toBeUndefined()
    expect(bandOf({ left: 200, right: 220 }, { ...area, height: 60 }, text, 2)?.text).toBeUndefined()
  })
  test('is clipped to the area and has a minimum width', () => {
    expect(band(0, 150)).toEqual({ left: 100, width: 50, text: 'vertical' })
    expect(band(450, 9999)).toMatchObject({ left: 450, width: 50 })
    expect(band(300, 300.1)).toMatchObject({ left: 300, width: 2 })
    expect(band(499.9, 600)).toMatchObject({ left: 498, width: 2 })
    expect(band(0, 50)).toBeUndefined()
    expect(band(501, 700)).toBeUndefined()
  })
})
