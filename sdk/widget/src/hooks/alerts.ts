import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeature } from './feature.ts'

/** Where the states of alerts are read. */
export const alertEventsPath = '/api/alert-events'

/** How an alert rule stands on a server. */
export interface AlertEvent {
  /** rule and server in one, unique in the list */
  readonly alert_key: string
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  /** `Unknown` when the server is gone */
  readonly server_name: string
  readonly status: 'firing' | 'resolved'
  /** RFC 3339 */
  readonly event_at: string
  readonly resolved_at: string | null
  /** how often it fired */
  readonly count: number
  /** nobody is told, for example because the server is being worked on */
  readonly suppressed: boolean
}

/** How rules stand on servers: what fires first, then what changed last. `FeatureUnavailable` is its error where there are no alerts. */
export const useAlerts = ({ limit = 20 }: { limit?: number } = {}): WidgetQuery<readonly AlertEvent[]> =>
  useFeature('alerts', useApiQuery(alertEventsPath, { params: { limit }, refetchSeconds: 60 }))
