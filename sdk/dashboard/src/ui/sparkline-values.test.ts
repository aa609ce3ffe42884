import { expect, it } from 'vitest'
import { sparklineValues } from './sparkline-values.ts'

it('pads on the left and keeps the newest values', () => {
  expect(sparklineValues([1, 2]).slice(-3)).toEqual([null, 1, 2])
  expect(sparklineValues([1, 2])).toHaveLength(20)
  expect(sparklineValues(Array.from({ length: 100 }, (_, index) => index))).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 40),
  )
})
