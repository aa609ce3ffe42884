import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeature } from './feature.ts'

/** API path of service monitors. */
export const serviceMonitorsPath = '/api/service-monitors'

/** The type of a service monitor. */
export type MonitorType =
  | 'ssl'
  | 'dns'
  | 'http_keyword'
  | 'tcp'
  | 'ping'
  | 'push'
  | 'whois'
  | 'postgres'
  | 'mysql'
  | 'redis'
  | 'docker'

/** A service monitor. Times are RFC 3339. */
export interface ServiceMonitor {
  readonly id: string
  readonly name: string
  readonly monitor_type: MonitorType
  readonly target: string
  /** seconds between checks */
  readonly interval: number
  /** type-specific settings, such as port or keyword; headers and body are only visible to admins */
  readonly config: Readonly<Record<string, unknown>>
  readonly enabled: boolean
  /** heading in lists */
  readonly group_name: string | null
  readonly tags: readonly string[]
  /** consecutive failures before anyone is notified */
  readonly retry_count: number
  readonly notification_group_id: string | null
  /** servers whose maintenance windows mute it */
  readonly server_ids: readonly string[]
  /** null before the first check */
  readonly last_status: boolean | null
  /** milliseconds of the last check */
  readonly last_latency: number | null
  readonly last_error: string | null
  /** `last_error` by code, for pages in other languages */
  readonly last_error_text: { readonly code: string; readonly params?: Readonly<Record<string, unknown>> } | null
  readonly consecutive_failures: number
  /** null while up; `announced` once notifications were sent */
  readonly outage: { readonly since: string; readonly announced: boolean } | null
  /** a check is running */
  readonly checking: boolean
  readonly last_checked_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** The service monitors, oldest first. Its error is `FeatureUnavailable` without service monitors. */
export const useServiceMonitors = (): WidgetQuery<readonly ServiceMonitor[]> =>
  useFeature('monitors', useApiQuery(serviceMonitorsPath, { refetchSeconds: 60 }))
