import type { ServerStatus } from '@svc/protocol'
import { type RuleId, share } from './health-rules.ts'

interface Place {
  readonly tab?: string
  readonly range?: string
}

const lately: Place = { tab: 'metrics', range: '1h' }

/** Where on a server's page one sees what a reason is about. */
export const places: Readonly<Record<RuleId, Place>> = {
  offline: { tab: 'metrics', range: '24h' },
  disk: { tab: 'metrics', range: '7d' },
  disk_full: { tab: 'metrics', range: '7d' },
  memory: lately,
  cpu: lately,
  temperature: lately,
  load: lately,
  swap: lately,
  traffic: { tab: 'traffic' },
  traffic_exceeds: { tab: 'traffic' },
  expires: {},
  uptime: { tab: 'metrics', range: '30d' },
}

/** A figure that is drawn small: percent from 0 to 100 when `max` says so. */
export interface Figure {
  readonly id: 'cpu' | 'memory' | 'disk' | 'swap' | 'load' | 'network'
  readonly max?: 100
  readonly color: number
  readonly of: (figures: Live, server: ServerStatus) => number | undefined
}
type Live = Pick<
  ServerStatus,
  'cpu' | 'mem_used' | 'disk_used' | 'swap_used' | 'load1' | 'net_in_speed' | 'net_out_speed'
>

const cpu: Figure = { id: 'cpu', max: 100, color: 1, of: (live) => live.cpu }
const disk: Figure = {
  ...{ id: 'disk', max: 100, color: 4 },
  of: (live, server) => share(live.disk_used, server.disk_total),
}
const network: Figure = { id: 'network', color: 2, of: (live) => live.net_in_speed + live.net_out_speed }
const memory: Figure = {
  ...{ id: 'memory', max: 100, color: 3 },
  of: (live, server) => share(live.mem_used, server.mem_total),
}
const swap: Figure = {
  ...{ id: 'swap', max: 100, color: 3 },
  of: (live, server) => share(live.swap_used, server.swap_total),
}
const load: Figure = { id: 'load', color: 6, of: (live) => live.load1 }

const drawn: Partial<Record<RuleId, Figure>> = {
  ...{ disk, disk_full: disk, memory, swap, load },
  ...{ traffic: network, traffic_exceeds: network },
}

/** The live figure that belongs to a reason; the processor when none does. */
export const figureOf = (rule: RuleId | undefined): Figure => (rule && drawn[rule]) ?? cpu
