import type { ServiceMonitor } from '../hooks/monitors.ts'

/** What must be said of a service monitor in a test; the rest is that of a web page that is up. */
export type FakeMonitor = Partial<ServiceMonitor> & Pick<ServiceMonitor, 'id'>

const up: Omit<ServiceMonitor, 'id' | 'name'> = {
  monitor_type: 'http_keyword',
  target: 'https://example.org/',
  interval: 300,
  config: {},
  enabled: true,
  retry_count: 1,
  notification_group_id: null,
  server_ids: [],
  last_status: true,
  last_latency: 42,
  last_error: null,
  last_error_zh: null,
  consecutive_failures: 0,
  outage: null,
  checking: false,
  last_checked_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

/** A service monitor as `useServiceMonitors` tells of it. */
export const fakeMonitor = (monitor: FakeMonitor): ServiceMonitor => ({ ...up, name: monitor.id, ...monitor })
