import { expect, it } from 'vitest'
import { parsePluginsSearch } from './plugins-search.ts'

it('ignores invalid values', () => {
  expect(parsePluginsSearch({ q: 'x', state: 'failed' })).toEqual({ q: 'x', state: 'failed' })
  expect(parsePluginsSearch({ q: '', state: 'on fire', page: '2' })).toEqual({})
})
