import { defaultCapabilities, type ServerStatus, toMask, zeroMetrics } from '@svc/protocol'

/** Required fields of a fake server; the others default to a healthy host. */
export type FakeServer = Partial<ServerStatus> & Pick<ServerStatus, 'id'>

const gibibyte = 1024 ** 3

const healthy: Omit<ServerStatus, 'id' | 'name'> = {
  ...zeroMetrics,
  online: true,
  last_active: 1_767_225_600,
  uptime: 86_400,
  cpu: 12.5,
  cpu_name: 'Fake CPU',
  cpu_cores: 4,
  mem_used: 2 * gibibyte,
  mem_total: 8 * gibibyte,
  swap_total: gibibyte,
  disk_used: 20 * gibibyte,
  disk_total: 100 * gibibyte,
  load1: 0.5,
  load5: 0.4,
  load15: 0.3,
  process_count: 120,
  os: 'Debian GNU/Linux 12',
  region: null,
  country_code: null,
  group_id: null,
  features: [],
  capabilities: toMask(defaultCapabilities),
  tags: [],
  agent_authority: { status: 'claimed', outstanding_offer: null },
  has_token: true,
  outstanding_enrollment: null,
  health: { level: 0, reasons: [] },
}

/** Creates a server as returned by the live hooks. */
export const fakeServer = (server: FakeServer): ServerStatus => ({ ...healthy, name: server.id, ...server })
