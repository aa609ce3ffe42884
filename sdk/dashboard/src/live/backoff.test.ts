import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('1 s doubling to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 1000].map((attempt) => backoff(attempt, () => 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('jitters by up to 20%', () => {
  expect(backoff(0, () => 0)).toBe(800)
  expect(backoff(0, () => 1)).toBe(1200)
  expect(backoff(9, () => 1)).toBe(36_000)
})
