import { expect, it } from 'vitest'
import { pageSize, paginate } from '../paginate.ts'
import { parseOverviewSearch } from './overview-search.ts'

it('keeps valid values', () => {
  const search = { q: 'edge', show: 'problems', group: 'g', tag: 't', page: '3' }
  expect(parseOverviewSearch(search)).toEqual({ ...search, page: 3 })
})

it.each<Record<string, string>>([
  {},
  { show: 'x' },
  { page: '0' },
  { page: '-1' },
  { page: '1' },
  { page: '1e9' },
  { q: '' },
  { other: '1' },
])('leaves out the rest: %o', (raw) => {
  expect(parseOverviewSearch(raw)).toEqual({})
})

it('truncates long texts', () => {
  expect(parseOverviewSearch({ q: 'x'.repeat(5000) }).q).toHaveLength(200)
})

it('shows the requested page, or the last one', () => {
  const rows = Array.from({ length: pageSize + 1 }, (_, i) => i)
  expect(paginate(rows, 2)).toEqual({ page: 2, shown: [pageSize] })
  expect(paginate(rows, 99).page).toBe(2)
  expect(paginate([], 5)).toEqual({ page: 1, shown: [] })
})
