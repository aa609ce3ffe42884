import { describe, expect, it } from 'vitest'
import { filterAndSort, parseTableSearch } from './table-search.ts'

const rows = [
  { name: 'web-10', size: 5 },
  { name: 'web-9', size: null },
  { name: 'Datenbank', size: 5 },
  { name: '上海 web', size: 7 },
]
const names = (q: string | undefined, direction: 'asc' | 'desc', by = 'size') =>
  filterAndSort(rows, q, { by, direction }, (row, column) => [column === 'size' ? row.size : row.name]).map(
    (row) => row.name,
  )

describe('table rows', () => {
  it('sort missing values last in both directions, and equal ones by name', () => {
    expect(names(undefined, 'asc')).toEqual(['Datenbank', 'web-10', '上海 web', 'web-9'])
    expect(names('', 'desc')).toEqual(['上海 web', 'Datenbank', 'web-10', 'web-9'])
  })
  it('sort names naturally', () => {
    expect(names('WEB', 'asc', 'name').slice(0, 2)).toEqual(['web-9', 'web-10'])
  })
  it('must match every search word', () => {
    expect(names('web 上', 'asc')).toEqual(['上海 web'])
    expect(names('web nothing', 'asc')).toEqual([])
  })
  it('use the secondary sort key for equal values', () => {
    const priced = [
      { name: 'a', keys: ['USD', 1] },
      { name: 'b', keys: ['EUR', 9] },
      { name: 'c', keys: ['EUR', 2] },
      { name: 'd', keys: [null, null] },
    ]
    const order = (direction: 'asc' | 'desc') =>
      filterAndSort(priced, undefined, { by: 'price', direction }, (row) => row.keys).map((row) => row.name)
    expect([order('asc').join(''), order('desc').join('')]).toEqual(['cbad', 'abcd'])
  })
})

describe('the URL', () => {
  const columns = ['name', 'total']
  it('keeps valid values', () => {
    expect(parseTableSearch({ q: 'web', sort: '-total', page: '2' }, columns)).toEqual({
      q: 'web',
      sort: '-total',
      page: 2,
    })
  })
  it.each([{}, { q: '', sort: 'price', page: '0' }, { sort: '--total', page: '1e9' }, { sort: '-', page: '-1' }])(
    '%j is as good as empty',
    (raw) => expect(parseTableSearch(raw as Record<string, string>, columns)).toEqual({}),
  )
  it('truncates an overlong search', () => {
    expect(parseTableSearch({ q: 'x'.repeat(10_000) }, columns).q).toHaveLength(200)
  })
})
