import { stateOf } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { ids, pending, server } from '../testing/server.ts'
import { countBy, filterServers, type Names } from './filter.ts'
import { ungrouped } from './list-search.ts'

const names: Names = {
  group: (id) => ({ g1: 'Frankfurt', g2: 'Tokyo' })[id],
  country: (code) => ({ DE: 'Germany', JP: 'Japan' })[code],
}

const fleet = [
  server({ id: 'edge-1', group_id: 'g1', country_code: 'DE', os: 'Linux (Debian 13)', tags: ['prod', 'edge'] }),
  server({ id: 'edge-2', group_id: 'g2', country_code: 'JP', region: 'Ōsaka', tags: ['prod'], online: false }),
  server({ id: 'nas', cpu_name: 'AMD EPYC 7763' }),
  pending({ id: 'new' }),
]

const filtered = (search: Parameters<typeof filterServers>[1]) => ids(filterServers(fleet, search, names))

describe('the search', () => {
  it.each([
    ['EDGE', ['edge-1', 'edge-2']],
    ['debian', ['edge-1']],
    ['germany', ['edge-1']],
    ['jp', ['edge-2']],
    ['ōsaka', ['edge-2']],
    ['tokyo', ['edge-2']],
    ['epyc', ['nas']],
    ['prod', ['edge-1', 'edge-2']],
    ['edge germany', ['edge-1']],
    ['edge  nas', []],
    ['.*', []],
    ['   ', ['edge-1', 'edge-2', 'nas', 'new']],
  ])('%s finds %j', (q, expected) => {
    expect(filtered({ q })).toEqual(expected)
  })
})

describe('the filters', () => {
  it('distinguish offline from never connected', () => {
    expect(filtered({ status: 'offline' })).toEqual(['edge-2'])
    expect(filtered({ status: 'pending' })).toEqual(['new'])
  })

  it('find servers of a group, without a group, and of a deleted group', () => {
    expect(filtered({ group: 'g2' })).toEqual(['edge-2'])
    expect(filtered({ group: ungrouped })).toEqual(['nas', 'new'])
    expect(filtered({ group: 'deleted' })).toEqual([])
  })

  it('match whole tags', () => {
    expect(filtered({ tag: 'edge' })).toEqual(['edge-1'])
    expect(filtered({ tag: 'edg' })).toEqual([])
  })

  it('must all match', () => {
    expect(filtered({ tag: 'prod', status: 'healthy', q: 'edge' })).toEqual(['edge-1'])
  })

  it('return the list unchanged if there are none', () => {
    expect(filterServers(fleet, {}, names)).toBe(fleet)
  })
})

describe('the counts of a facet', () => {
  it('ignore its own filter and apply the others', () => {
    const search = { status: 'healthy', tag: 'prod' } as const
    const counts = countBy(filterServers(fleet, search, names, 'status'), stateOf)
    expect(Object.fromEntries(counts)).toEqual({ healthy: 1, offline: 1 })
  })
})
