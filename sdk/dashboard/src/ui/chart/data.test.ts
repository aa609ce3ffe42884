import { describe, expect, test } from 'vitest'
import { sampled, withGaps } from './data.js'

const series = [{ id: 'a', label: 'A', values: [1, 2, 3, 4] }]

describe('withGaps', () => {
  test('leaves a dense series alone', () => {
    const times = [0, 3, 6, 9]
    expect(withGaps(times, series, 10)).toEqual([times, [1, 2, 3, 4]])
    expect(withGaps([0, 100, 200, 300], series)).toEqual([
      [0, 100, 200, 300],
      [1, 2, 3, 4],
    ])
  })
  test('opens a hole where nothing arrived; times stay ascending', () => {
    expect(withGaps([0, 3, 60, 63], series, 10)).toEqual([
      [0, 3, 4, 60, 63],
      [1, 2, null, 3, 4],
    ])
  })
  test('several holes', () => {
    expect(withGaps([0, 60, 120, 180], series, 10)[1]).toEqual([1, null, 2, null, 3, null, 4])
  })
})

test('a sample spans everything and ends with the newest', () => {
  expect(sampled(3, 50)).toEqual([0, 1, 2])
  const some = sampled(1000, 50)
  expect([some.length, some[0], some.at(-1)]).toEqual([50, 0, 999])
})
