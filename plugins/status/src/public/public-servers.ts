import type { Agents, Health, PublishedServer, PublishedServers } from '@svc/plugin-enrollment/contract'
import type { History, Latest, Sample, UptimeEntry } from '@svc/plugin-metrics/contract'
import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { MaintenancesStore, StoredOccurrence } from '../maintenance/maintenances-store.ts'
import type { Page } from '../page/page.ts'
import type { PublicMetrics, PublicServer, PublicServerDetail, UptimeDay } from '../status-schema.ts'
import { makeDayCache, shownDays } from './day-cache.ts'
import { coveredMinutes } from './maintenance-minutes.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly page: Pick<Page, 'get'>
  readonly publishedServers: PublishedServers
  readonly agents: Pick<Agents, 'isOnline'>
  readonly health: Pick<Health, 'of'>
  readonly latest: Latest | undefined
  readonly history: History | undefined
  readonly windows: Pick<MaintenancesStore, 'within'>
}

const daySeconds = 86_400

const whole = (value: number) => Math.round(value)

type DiskRate = 'read_bytes_per_sec' | 'write_bytes_per_sec'
const diskRate = ({ report }: Sample, rate: DiskRate) =>
  whole((report.disk_io ?? []).reduce((sum, disk) => sum + disk[rate], 0))

/** Named one by one: nothing else of a report may become public. */
const metricsOf = (sample: Sample, server: PublishedServer): PublicMetrics => {
  const { report } = sample
  return {
    cpu: report.cpu,
    mem_used: whole(report.mem_used),
    mem_total: server.memTotal ?? 0,
    swap_used: whole(report.swap_used),
    swap_total: server.swapTotal ?? 0,
    disk_used: whole(report.disk_used),
    disk_total: server.diskTotal ?? 0,
    disk_read_bytes_per_sec: diskRate(sample, 'read_bytes_per_sec'),
    disk_write_bytes_per_sec: diskRate(sample, 'write_bytes_per_sec'),
    net_in_speed: whole(report.net_in_speed),
    net_out_speed: whole(report.net_out_speed),
    net_in_transfer: whole(report.net_in_transfer),
    net_out_transfer: whole(report.net_out_transfer),
    load_1: report.load1,
    load_5: report.load5,
    load_15: report.load15,
    tcp_conn: whole(report.tcp_conn),
    udp_conn: whole(report.udp_conn),
    process_count: whole(report.process_count),
    uptime: whole(report.uptime),
  }
}

const percentOf = (days: readonly UptimeEntry[]): number | null => {
  const total = days.reduce((sum, day) => sum + day.total_minutes, 0)
  const online = days.reduce((sum, day) => sum + day.online_minutes, 0)
  return total === 0 ? null : Math.min(100, (online / total) * 100)
}

/** Whether a window is about a server. */
export const covers = ({ maintenance }: StoredOccurrence, serverId: string): boolean =>
  maintenance.all_servers === 1 || maintenance.serverIds.includes(serverId)

/** The servers of the page, as strangers see them. */
export function makePublicServers({
  clock,
  page,
  publishedServers,
  agents,
  health,
  latest,
  history,
  windows,
}: Dependencies) {
  const uptimeDays = makeDayCache<UptimeEntry>({
    clock,
    async read(ids, days) {
      const wanted = new Set(ids)
      const servers = publishedServers.list().filter(({ id }) => wanted.has(id))
      return history ? history.uptimeDays(servers, days) : new Map()
    },
  })

  /** The same list while its days are the same, so that its JSON can be cached. */
  const withMaintenance = new WeakMap<readonly UptimeEntry[], { key: string; days: readonly UptimeDay[] }>()
  const daysOf = (entries: readonly UptimeEntry[], spans: readonly StoredOccurrence[]): readonly UptimeDay[] => {
    const key = spans.map(({ from, to }) => `${from} ${to}`).join()
    const cached = withMaintenance.get(entries)
    if (cached?.key === key) return cached.days
    const first = Math.floor(Date.parse(entries[0]?.date ?? '1970-01-01') / 86_400_000)
    const minutes = coveredMinutes(spans, first, entries.length)
    const days = entries.map((day, index) => ({ ...day, maintenance_minutes: minutes[index] ?? 0 }))
    withMaintenance.set(entries, { key, days })
    return days
  }

  const scope = (): PublishedServer[] => {
    const { all_servers, serverIds } = page.get()
    const published = publishedServers.list()
    if (all_servers) return [...published]
    const byId = new Map(published.map((server) => [server.id, server]))
    return serverIds.flatMap((id) => byId.get(id) ?? [])
  }

  /** Whether it is online, and how it is; never why. */
  const stateOf = (id: string) => {
    const online = agents.isOnline(id)
    return { online, degraded: online && health.of(id).level === 2 }
  }

  async function views(servers: readonly PublishedServer[]): Promise<PublicServer[]> {
    // Always of the whole page, so that the pages of its servers share what is cached.
    const uptime = history ? await uptimeDays(scope().map(({ id }) => id)) : new Map<string, readonly UptimeEntry[]>()
    const now = toSeconds(clock.now())
    const today = Math.floor(now / daySeconds)
    const occurrences = windows.within({ from: (today - shownDays + 1) * daySeconds, to: now + 1 })
    const open = occurrences.filter(({ to }) => to > now)
    return servers.map((server) => {
      const sample = latest?.get(server.id)
      const entries = uptime.get(server.id)
      return {
        id: server.id,
        name: server.name,
        group_name: server.groupName,
        region: server.region,
        country_code: server.countryCode,
        public_remark: server.publicRemark,
        os: server.os,
        ...stateOf(server.id),
        in_maintenance: open.some((one) => covers(one, server.id)),
        metrics: sample ? metricsOf(sample, server) : null,
        uptime_percent: entries ? percentOf(entries) : null,
        uptime_daily: entries
          ? (daysOf(
              entries,
              occurrences.filter((one) => covers(one, server.id)),
            ) as UptimeDay[])
          : [],
      }
    })
  }

  return {
    /** In the order of the page. */
    scope,
    find: (id: string): PublishedServer | undefined => scope().find((server) => server.id === id),
    list: () => views(scope()),
    state(server: PublishedServer): Pick<PublicServer, 'name' | 'online' | 'degraded' | 'in_maintenance'> {
      const now = toSeconds(clock.now())
      const open = windows.within({ from: now, to: now + 1 })
      return {
        name: server.name,
        ...stateOf(server.id),
        in_maintenance: open.some((one) => covers(one, server.id)),
      }
    },
    async detail(server: PublishedServer): Promise<PublicServerDetail | undefined> {
      const [view] = await views([server])
      return (
        view && {
          ...view,
          cpu_name: server.cpuName,
          cpu_arch: server.cpuArch,
          kernel_version: server.kernelVersion,
          agent_version: server.agentVersion,
          cpu_cores: server.cpuCores,
          mem_total: server.memTotal,
          disk_total: server.diskTotal,
          process_count: view.metrics?.process_count ?? null,
          tcp_conn: view.metrics?.tcp_conn ?? null,
          udp_conn: view.metrics?.udp_conn ?? null,
        }
      )
    },
  }
}
export type PublicServers = ReturnType<typeof makePublicServers>
