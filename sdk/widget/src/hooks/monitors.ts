import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeature } from './feature.ts'

/** Where the watched services are read. */
export const serviceMonitorsPath = '/api/service-monitors'

/** How a service is watched. */
export type MonitorType = 'ssl' | 'dns' | 'http_keyword' | 'tcp' | 'whois'

/** A watched service. Times are RFC 3339. */
export interface ServiceMonitor {
  readonly id: string
  readonly name: string
  readonly monitor_type: MonitorType
  readonly target: string
  /** seconds between checks */
  readonly interval: number
  /** what its type adds, such as a port or a keyword; headers and body are for admins */
  readonly config: Readonly<Record<string, unknown>>
  readonly enabled: boolean
  /** failures in a row that are tolerated */
  readonly retry_count: number
  readonly notification_group_id: string | null
  /** servers whose maintenance mutes it */
  readonly server_ids: readonly string[]
  /** null before the first check */
  readonly last_status: boolean | null
  /** milliseconds of the last check */
  readonly last_latency: number | null
  readonly last_error: string | null
  /** `last_error` in Chinese; null when it is of an older version of the program */
  readonly last_error_zh: string | null
  readonly consecutive_failures: number
  /** null while it is up; `announced` once more failures in a row came than are tolerated */
  readonly outage: { readonly since: string; readonly announced: boolean } | null
  /** a check runs now */
  readonly checking: boolean
  readonly last_checked_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** The watched services, oldest first. `FeatureUnavailable` is its error where none can be watched. */
export const useServiceMonitors = (): WidgetQuery<readonly ServiceMonitor[]> =>
  useFeature('monitors', useApiQuery(serviceMonitorsPath, { refetchSeconds: 60 }))
