import { type ServiceRef, service } from '@svc/plugin-sdk'
import type { ReportPayload } from '@svc/protocol'

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
