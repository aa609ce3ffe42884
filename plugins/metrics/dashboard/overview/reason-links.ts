import type { ServerStatus } from '@svc/protocol'
import { type RuleId, share } from './health-rules.ts'

interface ReasonLink {
  readonly tab?: string
  readonly range?: string
}

const lastHour: ReasonLink = { tab: 'metrics', range: '1h' }

/** The tab and range of the server page that shows the cause of a reason. */
export const reasonLinks: Readonly<Record<RuleId, ReasonLink>> = {
  offline: { tab: 'metrics', range: '24h' },
  disk: { tab: 'metrics', range: '7d' },
  disk_full: { tab: 'metrics', range: '7d' },
  memory: lastHour,
  cpu: lastHour,
  temperature: lastHour,
  load: lastHour,
  swap: lastHour,
  traffic: { tab: 'traffic' },
  traffic_exceeds: { tab: 'traffic' },
  expires: {},
  uptime: { tab: 'metrics', range: '30d' },
}

/** A metric shown as a sparkline in a row; a percentage if `max` is 100. */
export interface RowMetric {
  readonly id: 'cpu' | 'memory' | 'disk' | 'swap' | 'load' | 'network'
  readonly max?: 100
  readonly color: number
  readonly of: (figures: Live, server: ServerStatus) => number | undefined
}
type Live = Pick<
  ServerStatus,
  'cpu' | 'mem_used' | 'disk_used' | 'swap_used' | 'load1' | 'net_in_speed' | 'net_out_speed'
>

const cpu: RowMetric = { id: 'cpu', max: 100, color: 1, of: (live) => live.cpu }
const disk: RowMetric = {
  id: 'disk',
  max: 100,
  color: 4,
  of: (live, server) => share(live.disk_used, server.disk_total),
}
const network: RowMetric = { id: 'network', color: 2, of: (live) => live.net_in_speed + live.net_out_speed }
const memory: RowMetric = {
  id: 'memory',
  max: 100,
  color: 3,
  of: (live, server) => share(live.mem_used, server.mem_total),
}
const swap: RowMetric = {
  id: 'swap',
  max: 100,
  color: 3,
  of: (live, server) => share(live.swap_used, server.swap_total),
}
const load: RowMetric = { id: 'load', color: 6, of: (live) => live.load1 }

const metricByRule: Partial<Record<RuleId, RowMetric>> = {
  disk,
  disk_full: disk,
  memory,
  swap,
  load,
  traffic: network,
  traffic_exceeds: network,
}

/** The metric to show for a reason; CPU by default. */
export const metricFor = (rule: RuleId | undefined): RowMetric => (rule && metricByRule[rule]) ?? cpu
