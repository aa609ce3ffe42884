import type { UsageSource } from '@svc/plugin-alerts/contract'
import { type Live, type LiveStatus, onAgent, onLive, type Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import { RecentMetrics, RecentMetricsGet, Report, type ReportPayload, type ServerMetrics } from '@svc/protocol'
import { fullestMount } from './columns.ts'
import type { Latest, Sample } from './contract.ts'
import type { HealthLimits } from './hints/limit-schema.ts'
import type { RecentMinutes } from './recent-minutes.ts'
import type { RecentSamples, SampleColumns } from './recent-samples.ts'
import type { Samples } from './samples.ts'
import { clampInteger, sanitize } from './sanitize.ts'

/** Stores each report as the server's latest sample and pushes it to browsers. */
export const receiveReports = (
  samples: Samples,
  recent: Pick<RecentSamples, 'put'>,
  live: Pick<Live, 'update'>,
  onReport: (number: number, serverId: string, sample: Sample) => void,
) =>
  onAgent(Report, (report, from) => {
    const sample = { report: sanitize(report), receivedAt: from.receivedAt }
    samples.put(from, sample)
    const metrics = toServerMetrics(from.serverId, from.serverName, sample)
    recent.put(metrics)
    live.update(metrics)
    onReport(from.serverNumber, from.serverId, sample)
  })

/** The latest metrics of each server, for browsers that connect. Name and state come from another plugin. */
export const latestMetrics = (
  samples: Samples,
  { limits, recent, clock }: { limits: () => HealthLimits; recent: Pick<RecentSamples, 'traffic'>; clock: Clock },
): LiveStatus => ({
  plugin: 'metrics',
  limits,
  traffic: (serverIds) => recent.traffic(serverIds, toSeconds(clock.now())),
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
  temperature: report.temperature ?? null,
  gpu_usage: report.gpu ? report.gpu.average_usage : null,
  fullest_mount: report.mounts && report.mounts.length > 1 ? fullestMount(report.mounts) : undefined,
})

/**
 * The stored minutes before the first of `columns`, so that live charts show ten minutes even right after a start. Values
 * that are not in memory are null.
 */
function withMinutes(
  columns: SampleColumns | undefined,
  minutes: readonly MinuteRow[],
  wanted: readonly string[] | undefined,
): SampleColumns | undefined {
  const first = columns?.last_active?.[0] ?? Number.POSITIVE_INFINITY
  const before = minutes.filter(({ at }) => at < first)
  if (before.length === 0) return columns
  const names = Object.keys(columns ?? before[0]?.values ?? {}).filter((name) => wanted?.includes(name) ?? true)
  const joined: SampleColumns = { last_active: [...before.map(({ at }) => at), ...(columns?.last_active ?? [])] }
  for (const name of names) {
    if (name === 'last_active') continue
    joined[name] = [...before.map(({ values }) => values[name] ?? null), ...(columns?.[name] ?? [])]
  }
  return joined
}

type MinuteRow = ReturnType<RecentMinutes['rows']>[number]

/** Answers browsers that show live charts. */
export const answerRecentMetrics = (deps: {
  readonly clock: Clock
  readonly servers: Pick<Servers, 'get' | 'isVisible'>
  readonly samples: Pick<RecentSamples, 'columns'>
  readonly minutes: Pick<RecentMinutes, 'rows'>
}) =>
  onLive(RecentMetricsGet, ({ server_ids, metrics }, viewer) => {
    const { clock, servers, samples, minutes } = deps
    const now = toSeconds(clock.now())
    const found = [...new Set(server_ids)].flatMap((id) => {
      const server = servers.isVisible(id, viewer.principal) ? servers.get(id) : undefined
      if (!server) return []
      const rows = minutes.rows(server.number, Math.floor(now / 60) - 1)
      const columns = withMinutes(samples.columns(id, now, metrics), rows, metrics)
      return columns ? [{ id, columns }] : []
    })
    viewer.send(RecentMetrics, { servers: found })
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
