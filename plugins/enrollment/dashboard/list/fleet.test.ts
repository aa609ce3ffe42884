import { expect, it } from 'vitest'
import { pending, server } from '../testing/server.ts'
import { fleetOf } from './fleet.ts'

it('sums up the online servers and finds the peaks', () => {
  const fleet = fleetOf([
    server({ id: 'a', cpu: 10, mem_used: 90, net_in_speed: 5, net_out_speed: 1, disk_total: 0, disk_used: 7 }),
    server({ id: 'b', cpu: 30, mem_used: 20, net_in_speed: 7, disk_used: 40 }),
    server({ id: 'offline', cpu: 100, mem_used: 100, disk_used: 100, net_in_speed: 999, online: false }),
    pending({ id: 'new' }),
  ])
  expect(fleet).toEqual({
    total: 4,
    online: 2,
    states: { offline: 1, critical: 0, warning: 0, healthy: 2, pending: 1 },
    meanCpu: 20,
    cpu: { id: 'b', name: 'b', value: 30 },
    memory: { id: 'a', name: 'a', value: 90 },
    disk: { id: 'b', name: 'b', value: 40 },
    used: { memory: { used: 110, total: 200 }, disk: { used: 40, total: 100 } },
    netIn: 12,
    netOut: 1,
  })
})

it('has no average and no peak while no server is online', () => {
  const { meanCpu, cpu, total } = fleetOf([pending({ id: 'new' })])
  expect([meanCpu, cpu, total]).toEqual([Number.NaN, undefined, 1])
})
