import type { ServiceMonitor } from '../hooks/monitors.ts'

/** Required fields of a fake service monitor; the others default to a web page that is up. */
export type FakeMonitor = Partial<ServiceMonitor> & Pick<ServiceMonitor, 'id'>

const up: Omit<ServiceMonitor, 'id' | 'name'> = {
  monitor_type: 'http_keyword',
  target: 'https://example.org/',
  interval: 300,
  config: {},
  enabled: true,
  group_name: null,
  tags: [],
  retry_count: 1,
  notification_group_id: null,
  server_ids: [],
  last_status: true,
  last_latency: 42,
  last_error: null,
  last_error_text: null,
  consecutive_failures: 0,
  outage: null,
  checking: false,
  last_checked_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

/** Creates a service monitor as returned by `useServiceMonitors`. */
export const fakeMonitor = (monitor: FakeMonitor): ServiceMonitor => ({ ...up, name: monitor.id, ...monitor })
