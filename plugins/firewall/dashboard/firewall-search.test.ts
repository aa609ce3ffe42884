import { describe, expect, it } from 'vitest'
import { filterOf, isFiltered, parseFirewallSearch, unfiltered } from './firewall-search.ts'

describe('search parameters', () => {
  it('invalid values are ignored', () => {
    const raw = { q: 'x'.repeat(99), origin: 'root', state: 'present', block: '../..', server: 's1' }
    expect(parseFirewallSearch(raw)).toEqual({
      ...{ tab: '', q: 'x'.repeat(64), server: 's1', origin: '', state: '', block: '' },
    })
  })

  it('become parameters of the API, without those that are empty', () => {
    const search = parseFirewallSearch({ q: ' 198. ', origin: 'auto', state: 'failed', server: 's1' })
    expect(filterOf(search)).toEqual({ target_q: '198.', server_id: 's1', origin: 'auto', state: 'failed' })
    expect(filterOf(search, 's2').server_id).toBe('s2')
    expect(Object.values(filterOf({ ...search, ...unfiltered })).every((value) => value === undefined)).toBe(true)
    expect([search, { ...search, ...unfiltered, q: ' ' }].map(isFiltered)).toEqual([true, false])
  })
})
