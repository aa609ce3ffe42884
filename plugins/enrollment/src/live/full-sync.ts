import { type Clock, type Registry, type Role, toSeconds } from '@svc/plugin-sdk'
import {
  type FullSync,
  type OfferSummary,
  type Payload,
  type ServerMetrics,
  type ServerStatus,
  zeroMetrics,
} from '@svc/protocol'
import type { Connections } from '../agents/connections.ts'
import type { Health, LiveStatus, LiveUpgrades } from '../contract.ts'
import type { Offers } from '../offers.ts'
import { parseStoredFeatures } from '../server-view.ts'
import type { ServerRow, ServersStore } from '../servers-store.ts'
import type { TagsStore } from '../tags-store.ts'
import type { AllFeatures } from './all-features.ts'

interface Dependencies {
  readonly clock: Clock
  readonly servers: ServersStore
  readonly tags: TagsStore
  readonly offers: Offers
  readonly connections: Connections
  readonly status: Registry<LiveStatus>
  readonly upgrades: Registry<LiveUpgrades>
  readonly health: Pick<Health, 'of'>
  readonly allFeatures: AllFeatures
}

/** The first message to a browser: every server it may see, from stored rows and the latest metrics of other plugins. */
export function makeFullSync(dependencies: Dependencies) {
  const { clock, servers, tags, offers, connections, status, upgrades, health, allFeatures } = dependencies
  const statusOf = (row: ServerRow, labels: string[], offer: OfferSummary | null): ServerStatus => {
    const connection = connections.get(row.id)
    const online = connection !== undefined
    const lastSeen = online ? clock.now() : (row.last_seen_ms ?? 0)
    const metrics: Partial<ServerMetrics> = {}
    for (const source of status.all()) Object.assign(metrics, source.metrics(row.id))
    return {
      last_active: toSeconds(lastSeen),
      ...zeroMetrics,
      ...metrics,
      id: row.id,
      name: row.name,
      online,
      mem_total: row.mem_total ?? 0,
      swap_total: row.swap_total ?? 0,
      disk_total: row.disk_total ?? 0,
      cpu_name: row.cpu_name,
      cpu_cores: row.cpu_cores,
      os: row.os,
      region: row.region,
      country_code: row.country_code,
      group_id: row.group_id,
      features: allFeatures(row.id, parseStoredFeatures(row)),
      capabilities: connection?.capabilities ?? row.capabilities,
      tags: labels,
      agent_authority: { status: row.token_hash === null ? 'unclaimed' : 'claimed', outstanding_offer: offer },
      has_token: row.token_hash !== null,
      outstanding_enrollment: offer,
      health: health.of(row.id),
    }
  }
  return (role: Role): Omit<Payload<typeof FullSync>, 'messages'> => {
    const labels = tags.byServer()
    const { byServer } = offers.outstandingByServer()
    const rows = servers.list().filter((row) => role === 'admin' || row.hidden === 0)
    const visible = new Set(rows.map(({ id }) => id))
    const traffic = status.all().flatMap((source) => source.traffic?.(visible) ?? [])[0]
    return {
      servers: rows.map((row) => statusOf(row, labels.get(row.id) ?? [], byServer.get(row.id) ?? null)),
      upgrades: upgrades.all().flatMap((source) => source.list().filter(({ server_id }) => visible.has(server_id))),
      limits: Object.assign({}, ...status.all().map((source) => source.limits?.())),
      ...(traffic ? { traffic } : {}),
    }
  }
}
