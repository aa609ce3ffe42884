import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import type { ReportPayload } from '@svc/protocol'
import type { UptimeEntry } from './uptime/uptime-schema.ts'

export type { Advisory, CostInsights, CostOverview, InvalidReason } from './cost/cost-schema.ts'
export type { Details } from './details/details-schema.ts'
export type { HealthLimitsView } from './hints/limit-schema.ts'
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

/** A server whose history is read. */
export interface MeasuredServer {
  readonly id: string
  /** `Server.number` */
  readonly number: number
  /** epoch seconds */
  readonly createdAt: number
}

/** Stored metrics, for pages of other plugins. */
export interface History {
  /** The last UTC days of servers up to today, oldest first, by server id. Reads them all at once, in the worker. */
  uptimeDays(servers: readonly MeasuredServer[], days: number): Promise<ReadonlyMap<string, readonly UptimeEntry[]>>
  /**
   * Records between two instants in epoch seconds, both inclusive, as JSON `{ data: [...] }` with `time` and `fields`. Throws
   * 429 when too many are being read.
   */
  records(
    server: Pick<MeasuredServer, 'id' | 'number'>,
    range: Span & { readonly tier: 'raw' | 'hourly'; readonly fields: readonly string[] },
  ): Promise<Buffer>
}

export const history: ServiceRef<History> = service('metrics.history')

/** Reports planned outages of servers. */
export interface PlannedOutages {
  readonly plugin: string
  /** The planned outages of a server that overlap `span`. */
  within(serverId: string, span: Span): readonly Span[]
}

/** Gaps during planned outages are shown as maintenance. Keyed by plugin. */
export const plannedOutages: PointRef<PlannedOutages> = point('metrics.plannedOutages', (item) => item.plugin)
