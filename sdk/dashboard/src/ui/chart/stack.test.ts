import { expect, test } from 'vitest'
import { stack } from './stack.ts'

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
