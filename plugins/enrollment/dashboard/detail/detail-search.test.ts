import { expect, it } from 'vitest'
import { parseDetailSearch } from './detail-search.ts'

it('keeps valid tabs and ranges only', () => {
  expect(parseDetailSearch({ tab: 'agent', range: '1790000000-1790003600', other: 'x' })).toEqual({
    tab: 'agent',
    range: '1790000000-1790003600',
  })
  expect(parseDetailSearch({ tab: '<b>', range: '' })).toEqual({})
})

it('opens the form at the billing section only', () => {
  expect(parseDetailSearch({ edit: 'billing' })).toEqual({ edit: 'billing' })
  expect(parseDetailSearch({ edit: 'name' })).toEqual({})
})
