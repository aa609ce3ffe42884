import type { Server } from '@svc/plugin-enrollment/contract'
import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import type { ReportPayload } from '@svc/protocol'
import type { UptimeEntry, UptimeMinutes, UptimeWindow } from './uptime/uptime-schema.ts'

export type { Details } from './details/details-schema.ts'
export type { HealthLimitsView } from './hints/limit-schema.ts'
export { UptimeEntry, type UptimeMinutes, type UptimeWindow } from './uptime/uptime-schema.ts'

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
  /** The last UTC days of servers up to today, oldest first, by server id. Many servers are read at once, in the worker. */
  uptimeDays(servers: readonly MeasuredServer[], days: number): Promise<ReadonlyMap<string, readonly UptimeEntry[]>>
  /** The sums of these days, by server id. */
  uptimeTotals(servers: readonly MeasuredServer[], days: number): Promise<ReadonlyMap<string, UptimeMinutes>>
  /** The last 24 hours, 7, 30 and 90 days, up to the last complete minute. */
  uptimeWindows(server: MeasuredServer): readonly UptimeWindow[]
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

/** A record that is being written: the report of a server in a minute. */
export interface NewRecord {
  readonly serverId: string
  readonly minute: number
  /** `Server.number` */
  readonly number: number
  readonly report: ReportPayload
  /** whether it fills a past minute without a record; newer records may already be stored */
  readonly late?: true
}

/** Derives data of its own from records. */
export interface RecordConsumer {
  readonly plugin: string
  /**
   * Called in the transaction that writes the records, so that what it stores commits with them or not at all. If it throws,
   * only its own changes are rolled back. A stored minute is passed again if the program was restarted within it.
   */
  onRecords(records: readonly NewRecord[]): void
}

/** Keyed by plugin. */
export const recordConsumers: PointRef<RecordConsumer> = point('metrics.recordConsumers', (item) => item.plugin)

/** How much of its traffic limit a server has used in this billing cycle. */
export interface TrafficShare {
  /** percent of the limit */
  readonly percentUsed: number
  /** percent of the limit at the end of the cycle; undefined without a forecast */
  readonly estimatedPercent: number | undefined
}

/** Knows the traffic of servers. */
export interface TrafficShares {
  readonly plugin: string
  /** By server id; only servers with a limit. */
  of(servers: readonly Server[]): Promise<ReadonlyMap<string, TrafficShare>>
}

/** Without a contribution, the health of servers does not depend on traffic, and has no limits for it. Keyed by plugin. */
export const trafficShares: PointRef<TrafficShares> = point('metrics.trafficShares', (item) => item.plugin)

/** A minute of the past and what was reported in it. */
export interface PastReport {
  /** since the epoch */
  readonly minute: number
  readonly report: ReportPayload
}

/** Writes history, for what comes with one: imports and demonstrations. */
export interface PastRecords {
  /**
   * Writes an hour of a server, hours in the order of time and before its agent reports. The program counts as having watched
   * it. Each report stands for `step` minutes of the same day; only those of single minutes are kept one by one.
   */
  write(
    server: Pick<MeasuredServer, 'id' | 'number'>,
    hour: number,
    past: { readonly step: number; readonly reports: readonly PastReport[] },
  ): void
}

export const pastRecords: ServiceRef<PastRecords> = service('metrics.pastRecords')
