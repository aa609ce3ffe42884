import type { OverviewRow } from '@svc/plugin-metrics/contract'
import { type ServerStatus, zeroMetrics } from '@svc/protocol'

export const start = 1_790_000_000

/** An idle online server with overrides. */
export const server = (patch: Partial<ServerStatus> & { id: string }): ServerStatus => ({
  ...zeroMetrics,
  name: patch.id,
  online: true,
  last_active: start,
  uptime: 60,
  mem_total: 100,
  swap_total: 100,
  disk_total: 100,
  cpu_name: null,
  cpu_cores: 2,
  os: null,
  region: null,
  country_code: null,
  group_id: null,
  features: [],
  capabilities: 0,
  tags: [],
  agent_authority: { status: 'claimed', outstanding_offer: null },
  has_token: true,
  outstanding_enrollment: null,
  ...patch,
})

export const waiting = (id: string): ServerStatus =>
  server({ id, online: false, last_active: 0, agent_authority: { status: 'unclaimed', outstanding_offer: null } })

/** An empty overview row with overrides. */
export const row = (patch: Partial<OverviewRow> & { server_id: string }): OverviewRow => ({
  offline_since: null,
  uptime: null,
  recent: null,
  traffic: null,
  expires_at: null,
  disk: null,
  ...patch,
})

export const inDays = (days: number): string => new Date((start + days * 86_400) * 1000).toISOString()
