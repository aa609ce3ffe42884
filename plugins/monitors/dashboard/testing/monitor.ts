import type { Monitor } from '@svc/plugin-monitors/contract'

/** A web page monitor that is up. */
export const monitor = (id: string, patch: Partial<Monitor> = {}): Monitor => ({
  id,
  name: id,
  monitor_type: 'http_keyword',
  target: 'https://example.org/',
  interval: 300,
  config_json: '{}',
  config: {},
  notification_group_id: null,
  retry_count: 1,
  server_ids: [],
  server_ids_json: null,
  enabled: true,
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
  ...patch,
})
