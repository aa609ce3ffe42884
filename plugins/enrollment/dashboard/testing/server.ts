import { type ServerStatus, zeroMetrics } from '@svc/protocol'

const authority = (status: 'claimed' | 'unclaimed') => ({ status, outstanding_offer: null })

/** A server for tests: online and idle, unless overridden by `patch`. */
export const server = (patch: Partial<ServerStatus> & { id: string }): ServerStatus => ({
  name: patch.id,
  online: true,
  last_active: 1_790_000_000,
  ...zeroMetrics,
  uptime: 60,
  mem_total: 100,
  swap_total: 0,
  disk_total: 100,
  cpu_name: null,
  cpu_cores: null,
  os: null,
  region: null,
  country_code: null,
  group_id: null,
  features: [],
  capabilities: 0,
  tags: [],
  agent_authority: authority('claimed'),
  has_token: true,
  outstanding_enrollment: null,
  health: { level: 0, reasons: [] },
  ...patch,
})

/** A server without an agent. */
export const pending = (patch: Partial<ServerStatus> & { id: string }): ServerStatus =>
  server({ online: false, has_token: false, agent_authority: authority('unclaimed'), ...patch })

export const ids = (servers: readonly { id: string }[]): readonly string[] => servers.map(({ id }) => id)
