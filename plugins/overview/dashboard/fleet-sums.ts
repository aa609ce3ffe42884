import { percentOf } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'

/** Part of a whole, in bytes. */
export interface Used {
  readonly used: number
  readonly total: number
  /** percent; undefined if unknown */
  readonly percent: number | undefined
}

/** Resource totals of the online servers. */
export interface FleetSums {
  /** percent, mean over the servers */
  readonly cpu: number | undefined
  readonly memory: Used
  readonly disk: Used
  /** bytes per second */
  readonly netIn: number
  readonly netOut: number
}

const sum = (servers: readonly ServerStatus[], of: (server: ServerStatus) => number) =>
  servers.reduce((total, server) => total + of(server), 0)

const usedOf = (servers: readonly ServerStatus[], key: 'mem' | 'disk'): Used => {
  // ignore servers with an unknown total
  const withTotal = servers.filter((server) => server[`${key}_total`] > 0)
  const used = sum(withTotal, (server) => server[`${key}_used`])
  const total = sum(withTotal, (server) => server[`${key}_total`])
  return { used, total, percent: total > 0 ? percentOf(used, total) : undefined }
}

export function fleetSums(servers: readonly ServerStatus[]): FleetSums {
  const online = servers.filter((server) => server.online)
  return {
    cpu: online.length > 0 ? sum(online, ({ cpu }) => cpu) / online.length : undefined,
    memory: usedOf(online, 'mem'),
    disk: usedOf(online, 'disk'),
    netIn: sum(online, ({ net_in_speed }) => net_in_speed),
    netOut: sum(online, ({ net_out_speed }) => net_out_speed),
  }
}
