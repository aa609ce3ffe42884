import type { ReportPayload } from '@svc/protocol'

/** A sound report with some members replaced. */
export const report = (replaced: Partial<ReportPayload> = {}): ReportPayload => ({
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
  ...replaced,
})
