import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('keeps values as plain strings', () => {
  expect(stringifySearch({ q: 'a b&c', page: 2, on: true })).toBe('?q=a+b%26c&page=2&on=true')
  expect(parseSearch('?q=a+b%26c&page=2')).toEqual({ q: 'a b&c', page: '2' })
})

test('omits empty values', () => {
  expect(stringifySearch({ q: '', page: undefined, none: null, off: false })).toBe('')
  expect(stringifySearch({ zero: 0 })).toBe('?zero=0')
})
