import { type ServerStatus, zeroMetrics } from '@svc/protocol'
import { expect, it } from 'vitest'
import { peaksOf } from './peaks.ts'

const server = (id: string, patch: Partial<ServerStatus>) =>
  ({ ...zeroMetrics, id, name: id, online: true, mem_total: 100, disk_total: 100, ...patch }) as ServerStatus

it('finds the highest usage of the online servers', () => {
  expect(
    peaksOf([
      server('a', { cpu: 10, mem_used: 90, disk_total: 0, disk_used: 7 }),
      server('b', { cpu: 30, mem_used: 20, disk_used: 40 }),
      server('offline', { cpu: 100, mem_used: 100, disk_used: 100, online: false }),
    ]),
  ).toEqual({
    cpu: { id: 'b', name: 'b', value: 30 },
    memory: { id: 'a', name: 'a', value: 90 },
    disk: { id: 'b', name: 'b', value: 40 },
  })
})

it('has no peak while no server is online', () => {
  expect(peaksOf([server('new', { online: false })])).toEqual({ cpu: undefined, memory: undefined, disk: undefined })
})
