import { describe, expect, it } from 'vitest'
import { ids, pending, server } from '../testing/server.ts'
import { countBy, filterServers, type Names } from './filter.ts'
import { ungrouped } from './list-search.ts'
import { stateOf } from './server-state.ts'

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

const found = (search: Parameters<typeof filterServers>[1]) => ids(filterServers(fleet, search, names))

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
    expect(found({ q })).toEqual(expected)
  })
})

describe('the filters', () => {
  it('tell offline from never connected', () => {
    expect(found({ status: 'offline' })).toEqual(['edge-2'])
    expect(found({ status: 'pending' })).toEqual(['new'])
  })

  it('find servers of a group, of none, and of a group that is gone', () => {
    expect(found({ group: 'g2' })).toEqual(['edge-2'])
    expect(found({ group: ungrouped })).toEqual(['nas', 'new'])
    expect(found({ group: 'deleted' })).toEqual([])
  })

  it('take a tag as a whole', () => {
    expect(found({ tag: 'edge' })).toEqual(['edge-1'])
    expect(found({ tag: 'edg' })).toEqual([])
  })

  it('all have to hold', () => {
    expect(found({ tag: 'prod', status: 'online', q: 'edge' })).toEqual(['edge-1'])
  })

  it('pass the list through unchanged when there are none', () => {
    expect(filterServers(fleet, {}, names)).toBe(fleet)
  })
})

describe('the counts of a facet', () => {
  it('ignore its own choice and obey the others', () => {
    const search = { status: 'online', tag: 'prod' } as const
    const counts = countBy(filterServers(fleet, search, names, 'status'), stateOf)
    expect(Object.fromEntries(counts)).toEqual({ online: 1, offline: 1 })
  })
})
