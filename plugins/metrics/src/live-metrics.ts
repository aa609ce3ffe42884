import { toSeconds } from '@svc/plugin-sdk'
import type { ReportPayload, ServerMetrics } from '@svc/protocol'
import type { Sample } from './contract.ts'
import { clampInteger } from './sanitize.ts'

type RateMember = 'read_bytes_per_sec' | 'write_bytes_per_sec'

const sum = (disks: ReportPayload['disk_io'], rate: RateMember) => {
  let total = 0
  if (disks) for (const disk of disks) total += disk[rate]
  return clampInteger(total)
}

/**
 * Converts a sample to what browsers receive. A single literal on purpose: object spread would cost several times more
 * than all other processing of a report.
 */
export const toServerMetrics = (id: string, name: string, { report, receivedAt }: Sample): ServerMetrics => ({
  id,
  name,
  online: true,
  last_active: toSeconds(receivedAt),
  uptime: report.uptime,
  cpu: report.cpu,
  mem_used: report.mem_used,
  swap_used: report.swap_used,
  disk_used: report.disk_used,
  net_in_speed: report.net_in_speed,
  net_out_speed: report.net_out_speed,
  net_in_transfer: report.net_in_transfer,
  net_out_transfer: report.net_out_transfer,
  load1: report.load1,
  load5: report.load5,
  load15: report.load15,
  tcp_conn: report.tcp_conn,
  udp_conn: report.udp_conn,
  process_count: report.process_count,
  disk_read_bytes_per_sec: sum(report.disk_io, 'read_bytes_per_sec'),
  disk_write_bytes_per_sec: sum(report.disk_io, 'write_bytes_per_sec'),
})
