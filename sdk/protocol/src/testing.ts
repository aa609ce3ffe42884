import type { ReportPayload } from './report.ts'

/** A valid `system_info` message with some fields overridden. */
export const systemInfo = (overrides: object = {}) => ({
  type: 'system_info',
  msg_id: 'm-1',
  cpu_name: 'Example CPU',
  cpu_cores: 8,
  cpu_arch: 'x86_64',
  os: 'Linux (Example 13)',
  kernel_version: '6.12.9',
  mem_total: 16_000_000_000,
  swap_total: 2_000_000_000,
  disk_total: 256_000_000_000,
  ipv4: null,
  ipv6: null,
  virtualization: 'kvm',
  agent_version: '1.4.0',
  protocol_version: 6,
  features: [],
  agent_local_capabilities: 1852,
  temporary: [],
  ...overrides,
})

const details = ['cpu_user', 'cpu_system', 'cpu_iowait', 'cpu_steal', 'cores'] as const
const memoryDetails = ['mem_free', 'mem_buffers', 'mem_cached', 'mem_shared'] as const
const pressures = ['cpu', 'memory', 'memory_full', 'io', 'io_full'].map((name) => `pressure_${name}`)
const lists = ['mounts', 'interfaces', 'sensors'] as const

/** The details of a host that has none. */
const noDetails = Object.fromEntries(
  [...details, ...memoryDetails, ...pressures, ...lists].map((name) => [name, null]),
) as Partial<ReportPayload>

/** A valid report payload with some fields overridden. */
export const report = (overrides: Partial<ReportPayload> = {}): ReportPayload => ({
  cpu: 7.25,
  mem_used: 5_368_709_120,
  swap_used: 0,
  disk_used: 81_000_000_000,
  net_in_speed: 15_320,
  net_out_speed: 20_111,
  net_in_transfer: 934_857_123,
  net_out_transfer: 5_530_012,
  load1: 0.41,
  load5: 0.5,
  load15: 0.48,
  tcp_conn: 37,
  udp_conn: 9,
  process_count: 164,
  uptime: 86_400,
  disk_io: null,
  temperature: null,
  gpu: null,
  ...noDetails,
  ...overrides,
})
