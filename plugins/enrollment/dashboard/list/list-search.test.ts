import { describe, expect, it } from 'vitest'
import { isFiltered, nextSorting, parseListSearch, parseSorting, writeSorting } from './list-search.ts'

describe('the search in the URL', () => {
  it('is parsed as it was written', () => {
    const search = { q: 'edge', status: 'offline', group: 'g1', tag: 'prod', sort: '-cpu', view: 'cards' } as const
    expect(parseListSearch(search)).toEqual(search)
  })

  it('ignores invalid values', () => {
    expect(parseListSearch({ q: '', status: 'asleep', sort: '--cpu', page: '3', view: 'map' })).toEqual({})
    expect(parseListSearch({ sort: '-' })).toEqual({})
    expect(parseListSearch({ sort: `a${'b'.repeat(64)}` })).toEqual({})
  })

  it('truncates an overlong query', () => {
    expect(parseListSearch({ q: 'x'.repeat(5000) }).q).toHaveLength(200)
  })

  it('knows whether a filter is set; sorting and whitespace are no filters', () => {
    expect(isFiltered({ sort: '-cpu', q: '  ' })).toBe(false)
    expect(isFiltered({ tag: 'prod' })).toBe(true)
  })
})

describe('clicks on a column header', () => {
  it('sort numbers descending, then ascending, then return to the default order', () => {
    const first = nextSorting(undefined, 'cpu')
    expect(first).toEqual({ key: 'cpu', descending: true })
    const second = nextSorting(first, 'cpu')
    expect(second).toEqual({ key: 'cpu', descending: false })
    expect(nextSorting(second, 'cpu')).toBeUndefined()
  })

  it('sort names ascending first', () => {
    expect(nextSorting({ key: 'cpu', descending: true }, 'name')).toEqual({ key: 'name', descending: false })
  })

  it('are written with a minus for descending', () => {
    expect(writeSorting({ key: 'disk', descending: true })).toBe('-disk')
    expect(parseSorting('-disk')).toEqual({ key: 'disk', descending: true })
    expect(parseSorting('disk')).toEqual({ key: 'disk', descending: false })
  })
})
