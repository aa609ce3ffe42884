import type { ServerStatus } from '@svc/widget-sdk'
import { describe, expect, it } from 'vitest'
import { rankServers, type TopMetric, type TopSort } from './ranking.ts'

const gib = 2 ** 30
const server = (id: string, figures: Partial<ServerStatus>) =>
  ({
    id,
    name: id,
    online: true,
    cpu: 0,
    net_in_speed: 0,
    net_out_speed: 0,
    mem_used: 0,
    mem_total: 8 * gib,
    disk_used: 0,
    disk_total: 100 * gib,
    ...figures,
  }) as ServerStatus

const fleet = [
  server('a', { cpu: 10, mem_used: 6 * gib, net_in_speed: 100 }),
  server('b', { cpu: 95, mem_total: 0, disk_used: 99 * gib, net_out_speed: 300 }),
  server('c', { cpu: 10, mem_used: 2 * gib, disk_total: 0 }),
  server('away', { cpu: 100, online: false }),
]
const ids = (metric: TopMetric, sort: TopSort = 'desc', count = 5) =>
  rankServers(fleet, { metric, sort, count }).rows.map(({ id }) => id)

describe('the ranking', () => {
  it('sorts by a metric and keeps the order of equal servers', () => {
    expect(ids('cpu')).toEqual(['b', 'a', 'c'])
    expect(ids('cpu', 'asc')).toEqual(['a', 'c', 'b'])
    expect(ids('cpu', 'desc', 1)).toEqual(['b'])
  })

  it('omits unknown values and offline servers', () => {
    expect(ids('memory')).toEqual(['a', 'c'])
    expect(ids('disk', 'asc')).toEqual(['a', 'b'])
    const { online, offline } = rankServers(fleet, { metric: 'cpu', sort: 'desc', count: 5 })
    expect({ online, offline }).toEqual({ online: 3, offline: 1 })
  })

  it('scales bars to the total, or to the highest value without a total', () => {
    const parts = (metric: TopMetric) =>
      rankServers(fleet, { metric, sort: 'asc', count: 2 }).rows.map(({ fraction }) => Math.round(fraction * 100))
    expect(parts('memory')).toEqual([25, 75])
    expect(parts('bandwidth')).toEqual([0, 33])
  })

  it('has empty bars for an idle network', () => {
    const idle = rankServers([server('a', {})], { metric: 'bandwidth', sort: 'desc', count: 5 })
    expect(idle.rows).toEqual([{ id: 'a', name: 'a', value: 0, fraction: 0 }])
    expect(rankServers([], { metric: 'cpu', sort: 'desc', count: 5 }).rows).toEqual([])
  })
})
