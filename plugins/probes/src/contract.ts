import type { Server } from '@svc/plugin-enrollment/contract'
import { type ServiceRef, service } from '@svc/plugin-sdk'
import type { NetworkAnomaly, NetworkOverview, NetworkSummary, NetworkTarget } from './network/network-schema.ts'

export type {
  NetworkAnomaly,
  NetworkOverview,
  NetworkRecord,
  NetworkSetting,
  NetworkSettingAnswer,
  NetworkSummary,
  NetworkTarget,
  NetworkTargetInput,
  TargetSummary,
} from './network/network-schema.ts'
export type { PingRecord, PingSeries, PingTask, PingTaskInput } from './ping/ping-schema.ts'

/** A server whose measurements are read. */
export type MeasuredServer = Pick<Server, 'id' | 'number' | 'name'>

/** Network quality of servers, for pages of other plugins. */
export interface NetworkQuality {
  /** The last day of servers, with sparklines. */
  overviews(servers: readonly MeasuredServer[]): Promise<readonly NetworkOverview[]>
  /** The last day of a server, with the newest anomalies. */
  detail(server: MeasuredServer): Promise<{
    readonly summary: NetworkSummary
    readonly anomalies: readonly NetworkAnomaly[]
    /** whether only the newest anomalies are here */
    readonly has_more: boolean
  }>
  /** The assigned target with the highest latency or loss in the last ten minutes; undefined without measurements. */
  worstTarget(
    server: MeasuredServer,
    by: 'latency' | 'loss',
  ): Promise<Pick<NetworkTarget, 'id' | 'name' | 'target' | 'probe_type'> | undefined>
}

export const networkQuality: ServiceRef<NetworkQuality> = service('probes.networkQuality')
