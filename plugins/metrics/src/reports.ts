import type { UsageSource } from '@svc/plugin-alerts/contract'
import { type Live, type LiveStatus, onAgent, type Servers } from '@svc/plugin-enrollment/contract'
import { toSeconds } from '@svc/plugin-sdk'
import { Report, type ReportPayload, type ServerMetrics } from '@svc/protocol'
import type { Latest, Sample } from './contract.ts'
import type { HealthLimits } from './hints/limit-schema.ts'
import type { Samples } from './samples.ts'
import { clampInteger, sanitize } from './sanitize.ts'

/** Stores each report as the server's latest sample and pushes it to browsers. */
export const receiveReports = (
  samples: Samples,
  live: Pick<Live, 'update'>,
  onReport: (number: number, serverId: string, sample: Sample) => void,
) =>
  onAgent(Report, (report, from) => {
    const sample = { report: sanitize(report), receivedAt: from.receivedAt }
    samples.put(from, sample)
    live.update(toServerMetrics(from.serverId, from.serverName, sample))
    onReport(from.serverNumber, from.serverId, sample)
  })

/** The latest metrics of each server, for browsers that connect. Name and state come from another plugin. */
export const latestMetrics = (samples: Samples, limits: () => HealthLimits): LiveStatus => ({
  plugin: 'metrics',
  limits,
  metrics(serverId) {
    const sample = samples.get(serverId)
    if (!sample) return undefined
    const { name: _, online: __, ...shown } = toServerMetrics(serverId, '', sample)
    return shown
  },
})

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

/** The latest CPU and memory usage, for notification texts. */
export const usageSource = (servers: Pick<Servers, 'get'>, latest: Latest): UsageSource => ({
  plugin: 'metrics',
  of(serverId) {
    const report = latest.get(serverId)?.report
    if (!report) return { cpu: null, memory: null }
    const total = servers.get(serverId)?.memTotal ?? 0
    return { cpu: report.cpu, memory: total > 0 ? Math.min(100, (report.mem_used / total) * 100) : null }
  },
})
