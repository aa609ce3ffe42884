import type { ServerStatus } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { hasStatusChanged, makeAssessor, sortBySeverity } from './assess.ts'
import { collectTags, countByStatus, filterByStatus, filterServers } from './filter.ts'
import { fleetSums } from './fleet-sums.ts'
import { server, start, waiting } from './test-servers.ts'

const assess = (...servers: readonly ServerStatus[]) => makeAssessor().assessAll(servers, new Map(), start)
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)
const groupName = (id: string) => (id === 'g1' ? 'Frankfurt' : undefined)

const fleet = assess(
  waiting('new'),
  server({ id: 'calm', tags: ['web', 'prod'] }),
  server({ id: 'calm-too', group_id: 'g1' }),
  server({ id: 'swapping', swap_used: 80 }),
  server({ id: 'full', disk_used: 96, tags: ['db'] }),
  server({ id: 'fuller', disk_used: 99.5, group_id: 'g1' }),
  server({ id: 'offline-long', online: false, last_active: start - 90_000 }),
  server({ id: 'offline-now', online: false, last_active: start - 9 }),
)

describe('severity order', () => {
  it('starts with the worst and ends with waiting servers', () => {
    expect(ids(sortBySeverity(fleet))).toEqual([
      ...['offline-now', 'offline-long', 'fuller', 'full'],
      ...['swapping', 'calm', 'calm-too', 'new'],
    ])
  })

  it('ignores small differences', () => {
    const [a, b] = [server({ id: 'a', disk_used: 96.1 }), server({ id: 'b', disk_used: 96.8 })]
    expect(ids(sortBySeverity(assess(a, b)))).toEqual(['a', 'b'])
  })

  it('is announced when a server changes level, is added or removed', () => {
    const before = assess(server({ id: 'a' }), server({ id: 'b', disk_used: 91 }))
    expect(hasStatusChanged(before, assess(server({ id: 'b', disk_used: 94 }), server({ id: 'a', cpu: 80 })))).toBe(
      false,
    )
    expect(hasStatusChanged(before, assess(server({ id: 'a' }), server({ id: 'b', disk_used: 96 })))).toBe(true)
    expect(hasStatusChanged(before, assess(server({ id: 'a' }), server({ id: 'b', swap_used: 80 })))).toBe(true)
    expect(hasStatusChanged(before, assess(server({ id: 'a' })))).toBe(true)
    expect(hasStatusChanged(before, assess(server({ id: 'a' }), server({ id: 'c', disk_used: 91 })))).toBe(true)
  })
})

describe('filters', () => {
  it('count and select servers', () => {
    expect(countByStatus(fleet)).toEqual({ total: 8, online: 5, offline: 2, problems: 5 })
    expect(ids(filterByStatus(fleet, 'offline'))).toEqual(['offline-long', 'offline-now'])
    expect(ids(filterByStatus(fleet, 'problems'))).toEqual([
      'swapping',
      'full',
      'fuller',
      'offline-long',
      'offline-now',
    ])
    expect(filterByStatus(fleet, undefined)).toBe(fleet)
  })

  it('match group, tag and search words', () => {
    expect(ids(filterServers(fleet, { group: 'g1' }, groupName))).toEqual(['calm-too', 'fuller'])
    expect(ids(filterServers(fleet, { tag: 'db' }, groupName))).toEqual(['full'])
    expect(ids(filterServers(fleet, { q: 'FRANK full' }, groupName))).toEqual(['fuller'])
    expect(ids(filterServers(fleet, { q: 'prod' }, groupName))).toEqual(['calm'])
    expect(filterServers(fleet, { q: '  ' }, groupName)).toBe(fleet)
  })

  it('list every tag once', () => {
    expect(collectTags(fleet, 'en')).toEqual(['db', 'prod', 'web'])
  })
})

describe('fleet sums', () => {
  it('include only connected servers with a known total', () => {
    const servers = [
      server({ id: 'a', cpu: 10, mem_used: 50, disk_used: 20, net_in_speed: 5, net_out_speed: 1 }),
      server({ id: 'b', cpu: 30, mem_used: 7, mem_total: 0, disk_used: 60, net_in_speed: 6, net_out_speed: 2 }),
      server({ id: 'c', online: false, cpu: 99, mem_used: 99, net_in_speed: 99 }),
    ]
    expect(fleetSums(servers)).toEqual({
      cpu: 20,
      netIn: 11,
      netOut: 3,
      memory: { used: 50, total: 100, percent: 50 },
      disk: { used: 80, total: 200, percent: 40 },
    })
    expect(fleetSums([])).toMatchObject({ cpu: undefined, memory: { percent: undefined } })
  })
})
