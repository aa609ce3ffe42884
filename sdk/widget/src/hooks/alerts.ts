import type { WidgetQuery } from '../runtime.ts'
import { useApiQuery } from './api.ts'
import { useFeature } from './feature.ts'

/** API path of alert events. */
export const alertEventsPath = '/api/alert-events'

/** The state of an alert rule on a server. */
export interface AlertEvent {
  /** combines rule and server, unique in the list */
  readonly alert_key: string
  readonly rule_id: string
  readonly rule_name: string
  readonly server_id: string
  /** `Unknown` if the server was deleted */
  readonly server_name: string
  readonly status: 'firing' | 'resolved'
  /** RFC 3339 */
  readonly event_at: string
  readonly resolved_at: string | null
  /** how often it fired */
  readonly count: number
  /** notifications are suppressed, for example during maintenance */
  readonly suppressed: boolean
}

/** Alert events: firing ones first, then by latest change. Its error is `FeatureUnavailable` if the server has no alerts. */
export const useAlerts = ({ limit = 20 }: { limit?: number } = {}): WidgetQuery<readonly AlertEvent[]> =>
  useFeature('alerts', useApiQuery(alertEventsPath, { params: { limit }, refetchSeconds: 60 }))
