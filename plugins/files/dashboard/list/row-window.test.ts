import { expect, it } from 'vitest'
import { rowWindow, scrollFor } from './row-window.ts'

it('renders what is visible and some rows around it', () => {
  expect(rowWindow(0, 400, 40, 100_000)).toEqual({ first: 0, end: 22 })
  expect(rowWindow(40_000, 400, 40, 100_000)).toEqual({ first: 988, end: 1022 })
  expect(rowWindow(40_000, 400, 40, 5)).toEqual({ first: 0, end: 5 })
  expect(rowWindow(0, 0, 40, 0)).toEqual({ first: 0, end: 0 })
})

it('scrolls only as far as needed', () => {
  expect(scrollFor(3, 0, 400, 40)).toBeUndefined()
  expect(scrollFor(10, 0, 400, 40)).toBe(40)
  expect(scrollFor(2, 400, 400, 40)).toBe(80)
})
