import type { NetworkOverview, NetworkRecord, TargetSummary } from '@svc/plugin-probes/contract'

/** The reference time of tests, in seconds. */
export const noon = Date.UTC(2026, 10, 18, 12) / 1000
export const at = (seconds: number): string => new Date((noon + seconds) * 1000).toISOString()

/** A record `seconds` after noon. */
export const record = (target_id: string, seconds: number, replaced: Partial<NetworkRecord> = {}): NetworkRecord => ({
  server_id: 's',
  target_id,
  timestamp: at(seconds),
  avg_latency: 20,
  min_latency: 10,
  max_latency: 30,
  packet_loss: 0,
  packet_sent: 10,
  packet_received: 10,
  ...replaced,
})

/** A target that answers within 20 ms. */
export const summary = (replaced: Partial<TargetSummary> = {}): TargetSummary => ({
  target_id: 't',
  target_name: 'Gateway',
  provider: '',
  location: '',
  probe_type: 'icmp',
  avg_latency: 20,
  min_latency: 10,
  max_latency: 30,
  p50_latency: 20,
  p95_latency: 25,
  last_latency: 20,
  last_loss: 0,
  packet_loss: 0,
  availability: 1,
  last_probe_at: at(0),
  ...replaced,
})

/** A connected server that probes `targets`. */
export const overview = (
  targets: readonly TargetSummary[],
  replaced: Partial<NetworkOverview> = {},
): NetworkOverview => ({
  server_id: 's',
  server_name: 'web-1',
  online: true,
  targets: [...targets],
  last_probe_at: at(0),
  anomaly_count: 0,
  latency_sparkline: [],
  loss_sparkline: [],
  ...replaced,
})
