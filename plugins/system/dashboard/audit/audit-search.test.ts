import { describe, expect, it } from 'vitest'
import { filterCount, filterOf, parseAuditSearch, unfiltered } from './audit-search.ts'

describe('the search of the audit log', () => {
  it('is parsed as it was written', () => {
    const raw = { page: '3', action: 'login', user_id: 'u1', q: 'ä', from: '2026-01-01', to: '2026-01-31' }
    expect(parseAuditSearch(raw)).toEqual({ ...raw, page: 3 })
  })

  it('ignores invalid values', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '1e99']) expect(parseAuditSearch({ page })).toEqual({ page: 1 })
    expect(parseAuditSearch({ from: '2026-02-30', to: 'yesterday', action: '' })).toEqual({ page: 1 })
    expect(parseAuditSearch({ q: 'x'.repeat(1000) }).q).toHaveLength(256)
  })

  it('swaps a reversed range', () => {
    expect(parseAuditSearch({ from: '2026-01-31', to: '2026-01-01' })).toEqual({
      page: 1,
      from: '2026-01-01',
      to: '2026-01-31',
    })
  })
})

describe('the filter for the server', () => {
  it('covers whole days and omits blank text', () => {
    const { from, to, q } = filterOf({ page: 1, from: '2026-01-31', to: '2026-01-31', q: '  ' })
    expect(q).toBeUndefined()
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_399_000)
    expect(from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  it('counts a range once, and nothing without one', () => {
    expect(filterCount({ page: 2, from: '2026-01-01', to: '2026-01-02', q: 'x' })).toBe(2)
    expect(filterCount({ page: 9, q: ' ' })).toBe(0)
    expect(filterCount(unfiltered)).toBe(0)
  })
})
