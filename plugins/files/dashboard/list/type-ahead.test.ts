import { expect, it } from 'vitest'
import { makeEntry } from '../testing/entry.ts'
import { findTyped, nothingTyped, type Typed, typeKey } from './type-ahead.ts'

const rows = ['alpha', 'beta', 'Bravo', 'bus', 'gamma'].map((name) => makeEntry(name))

const type = (keys: string, interval = 100): Typed =>
  [...keys].reduce((typed, key, index) => typeKey(typed, key, (index + 1) * interval), nothingTyped)

it('finds an entry by the beginning of its name', () => {
  expect(findTyped(rows, type('br'), 0)).toBe(2)
  expect(findTyped(rows, type('g'), 4)).toBe(4)
  expect(findTyped(rows, type('x'), 0)).toBe(-1)
  expect(findTyped([], type('x'), -1)).toBe(-1)
})

it('goes on with the same character and starts over at the end', () => {
  expect([0, 1, 2, 3].map((focused) => findTyped(rows, type('b'), focused))).toEqual([1, 2, 3, 1])
  expect(type('bb')).toEqual({ text: 'b', at: 200 })
})

it('begins a new name after a pause', () => {
  expect(type('bg', 1000).text).toBe('g')
})
