import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import type { ReportPayload } from '@svc/protocol'

export type { Advisory, CostInsights, CostOverview, InvalidReason } from './cost/cost-schema.ts'
export type { OverviewRow } from './overview/overview-schema.ts'
export type {
  ServerTraffic,
  TrafficCalendar,
  TrafficCycles,
  TrafficDay,
  TrafficOverview,
} from './traffic/traffic-schema.ts'
export type { UptimeEntry, UptimeWindow } from './uptime/uptime-schema.ts'

export interface Sample {
  readonly report: ReportPayload
  /** milliseconds; server clock at receipt */
  readonly receivedAt: number
}

/** The last report of each server, in memory; kept while the server is offline. */
export interface Latest {
  get(serverId: string): Sample | undefined
}

export const latest: ServiceRef<Latest> = service('metrics.latest')

/** Reports planned outages of servers. */
export interface PlannedOutages {
  readonly plugin: string
  /** The planned outages of a server that overlap `span`. */
  within(serverId: string, span: Span): readonly Span[]
}

/** Gaps during planned outages are shown as maintenance. Keyed by plugin. */
export const plannedOutages: PointRef<PlannedOutages> = point('metrics.plannedOutages', (item) => item.plugin)
