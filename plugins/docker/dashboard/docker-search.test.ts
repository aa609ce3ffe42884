import { describe, expect, it } from 'vitest'
import { dockerSearch, formatSort, parseSort } from './docker-search.ts'

const defaults = dockerSearch.search({})

describe('the search parameters', () => {
  it('have defaults', () => {
    expect(defaults).toEqual({
      ...{ tab: '', view: 'containers', q: '', state: 'all', sort: 'name', container: '', panel: 'overview' },
    })
  })
  it('are kept', () => {
    const raw = {
      tab: 'docker',
      view: 'events',
      q: 'web',
      state: 'problems',
      sort: '-cpu',
      container: 'abc',
      panel: 'logs',
    }
    expect(dockerSearch.search(raw)).toEqual(raw)
  })
  it.each<Record<string, string>>([
    { view: 'x' },
    { state: 'x' },
    { sort: '--cpu' },
    { sort: 'color' },
    { container: '../volumes' },
    { container: '%2e' },
    { panel: 'x' },
  ])('ignore %o', (raw) => expect(dockerSearch.search(raw)).toEqual(defaults))
})

it.each(['name', '-cpu', 'memory'])('the sort %s is written as it was read', (text) => {
  expect(formatSort(parseSort(text))).toBe(text)
})
