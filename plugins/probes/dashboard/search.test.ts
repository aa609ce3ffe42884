import { describe, expect, it } from 'vitest'
import { parseForwardSearch } from './search.ts'

describe('the range of an old address', () => {
  it.each([
    ['1', '1h'],
    ['6', '6h'],
    ['24', '24h'],
    ['24h', '24h'],
    ['36', '36h'],
    ['168', '7d'],
    ['720', '30d'],
    ['7d', '7d'],
    ['live', 'live'],
    ['1790000000-1790003600', '1790000000-1790003600'],
  ])('%s is %s now', (range, name) => {
    expect(parseForwardSearch({ range })).toEqual({ range: name })
    expect(parseForwardSearch({ hours: range })).toEqual({ range: name })
  })

  it.each(['0', '-1', '99999', 'realtime', '1e3', '', '<b>'])('%j is none', (range) => {
    expect(parseForwardSearch({ range })).toEqual({})
  })

  it('is none by default', () => expect(parseForwardSearch({})).toEqual({}))
})
