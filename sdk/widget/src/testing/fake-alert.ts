import type { AlertEvent } from '../hooks/alerts.ts'

/** Required fields of a fake alert; the others default to an alert that fires for the first time. */
export type FakeAlert = Partial<AlertEvent> & Pick<AlertEvent, 'rule_id' | 'server_id'>

/** Creates an alert event as returned by `useAlerts`. */
export const fakeAlert = (alert: FakeAlert): AlertEvent => ({
  alert_key: `${alert.rule_id}:${alert.server_id}`,
  rule_name: alert.rule_id,
  server_name: alert.server_id,
  status: 'firing',
  event_at: '2026-01-01T00:00:00Z',
  resolved_at: null,
  count: 1,
  suppressed: false,
  ...alert,
})
