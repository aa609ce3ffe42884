import { describe, expect, it } from 'vitest'
import { isFiltered, nextSorting, parseListSearch, parseSorting, writeSorting } from './list-search.ts'

describe('the address of the list', () => {
  it('reads what it wrote', () => {
    const search = { q: 'edge', status: 'offline', group: 'g1', tag: 'prod', sort: '-cpu', view: 'cards' } as const
    expect(parseListSearch(search)).toEqual(search)
  })

  it('leaves out what it does not understand', () => {
    expect(parseListSearch({ q: '', status: 'asleep', sort: '--cpu', page: '3', view: 'map' })).toEqual({})
    expect(parseListSearch({ sort: 'constructor' })).toEqual({})
  })

  it('cuts a search that nobody typed', () => {
    expect(parseListSearch({ q: 'x'.repeat(5000) }).q).toHaveLength(200)
  })

  it('knows whether anything is filtered out; an order and blanks filter nothing', () => {
    expect(isFiltered({ sort: '-cpu', q: '  ' })).toBe(false)
    expect(isFiltered({ tag: 'prod' })).toBe(true)
  })
})

describe('clicks on a head', () => {
  it('start with the largest figure, turn around, then return to the default order', () => {
    const first = nextSorting(undefined, 'cpu')
    expect(first).toEqual({ key: 'cpu', descending: true })
    const second = nextSorting(first, 'cpu')
    expect(second).toEqual({ key: 'cpu', descending: false })
    expect(nextSorting(second, 'cpu')).toBeUndefined()
  })

  it('start names from A', () => {
    expect(nextSorting({ key: 'cpu', descending: true }, 'name')).toEqual({ key: 'name', descending: false })
  })

  it('are written with a minus for descending', () => {
    expect(writeSorting({ key: 'disk', descending: true })).toBe('-disk')
    expect(parseSorting('-disk')).toEqual({ key: 'disk', descending: true })
    expect(parseSorting('disk')).toEqual({ key: 'disk', descending: false })
  })
})
