import { percentOf } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'

export const topMetrics = ['cpu', 'memory', 'disk', 'bandwidth'] as const
export type TopMetric = (typeof topMetrics)[number]
export type TopSort = 'desc' | 'asc'

/** A server and where it stands. */
export interface Ranked {
  readonly id: string
  readonly name: string
  /** percent, or bytes per second of `bandwidth` */
  readonly value: number
  /** 0 to 1, relative to the total, or to the highest value without a total */
  readonly fraction: number
}

/** Which servers have most, or least, of something. */
export interface Ranking {
  readonly rows: readonly Ranked[]
  readonly online: number
  readonly offline: number
}

const values: Readonly<Record<TopMetric, (server: ServerStatus) => number>> = {
  cpu: ({ cpu }) => cpu,
  memory: ({ mem_used, mem_total }) => percentOf(mem_used, mem_total),
  disk: ({ disk_used, disk_total }) => percentOf(disk_used, disk_total),
  bandwidth: ({ net_in_speed, net_out_speed }) => net_in_speed + net_out_speed,
}

/**
 * The top `count` online servers by a metric; unknown values are omitted. Equal servers keep their order, so that idle ones
 * do not swap places.
 */
export function rankServers(
  servers: readonly ServerStatus[],
  { metric, sort, count }: { readonly metric: TopMetric; readonly sort: TopSort; readonly count: number },
): Ranking {
  const online = servers.filter((server) => server.online)
  const entries = online.flatMap((server) => {
    const value = values[metric](server)
    return Number.isNaN(value) ? [] : [{ id: server.id, name: server.name, value }]
  })
  const highest = Math.max(0, ...entries.map(({ value }) => value))
  const whole = metric === 'bandwidth' ? highest : 100
  const direction = sort === 'desc' ? -1 : 1
  const rows = entries
    .sort((a, b) => direction * (a.value - b.value))
    .slice(0, count)
    .map((row) => ({ ...row, fraction: whole > 0 ? Math.min(1, Math.max(0, row.value / whole)) : 0 }))
  return { rows, online: online.length, offline: servers.length - online.length }
}
