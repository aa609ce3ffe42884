import { percentOf } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'

/** The server with the highest value of a metric. */
export interface Peak {
  readonly id: string
  readonly name: string
  /** percent */
  readonly value: number
}

/** The highest usage among the online servers; undefined where none is known. */
export interface Peaks {
  readonly cpu: Peak | undefined
  readonly memory: Peak | undefined
  readonly disk: Peak | undefined
}

function highest(servers: readonly ServerStatus[], of: (server: ServerStatus) => number): Peak | undefined {
  let peak: Peak | undefined
  for (const server of servers) {
    const value = server.online ? of(server) : Number.NaN
    if (Number.isFinite(value) && value > (peak?.value ?? -1)) peak = { id: server.id, name: server.name, value }
  }
  return peak
}

export const peaksOf = (servers: readonly ServerStatus[]): Peaks => ({
  cpu: highest(servers, ({ cpu }) => cpu),
  memory: highest(servers, ({ mem_used, mem_total }) => percentOf(mem_used, mem_total)),
  disk: highest(servers, ({ disk_used, disk_total }) => percentOf(disk_used, disk_total)),
})
