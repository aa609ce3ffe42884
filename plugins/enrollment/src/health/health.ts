import { type Core, type Registry, text, toSeconds } from '@svc/plugin-sdk'
import { type HealthReason, type ServerHealth, ServerHealthChanged } from '@svc/protocol'
import type { Connections } from '../agents/connections.ts'
import type { Health, HealthSource, Live } from '../contract.ts'
import type { ServersStore } from '../servers-store.ts'

interface Dependencies extends Pick<Core, 'db' | 'log'> {
  readonly sources: Registry<HealthSource>
  readonly servers: Pick<ServersStore, 'get'>
  readonly connections: Pick<Connections, 'get'>
  readonly live: Pick<Live, 'broadcast'>
}

const healthy: ServerHealth = { level: 0, reasons: [] }

/** Worst first, then the oldest. */
const bySeverity = (a: HealthReason, b: HealthReason) => b.level - a.level || a.since - b.since

const isSame = (a: ServerHealth, b: ServerHealth) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * The health of each server: the worst of being offline and of what the sources of other plugins report. Computed when a
 * source says that something changed, and remembered until then.
 */
export function makeHealth({ db, log, sources, servers, connections, live }: Dependencies) {
  const known = new Map<string, ServerHealth>()

  /** A server that still waits for its agent is not offline. */
  const offline = (id: string): HealthReason[] => {
    if (connections.get(id)) return []
    const row = servers.get(id)
    if (!row || row.token_hash === null || row.last_seen_ms === null) return []
    return [
      {
        plugin: 'enrollment',
        id: 'offline',
        level: 2,
        since: toSeconds(row.last_seen_ms),
        text: text('enrollment.OFFLINE'),
        link: `/servers/${encodeURIComponent(id)}?range=24h`,
      },
    ]
  }

  const reasonsOf = (source: HealthSource, id: string): HealthReason[] => {
    try {
      return source.reasons(id).map((reason) => ({ ...reason, plugin: source.plugin }))
    } catch (err) {
      log.error({ err, server_id: id }, `health source of ${source.plugin} failed`)
      return []
    }
  }

  const compute = (id: string): ServerHealth => {
    const reasons = [...offline(id), ...sources.all().flatMap((source) => reasonsOf(source, id))].sort(bySeverity)
    return reasons[0] ? { level: reasons[0].level, reasons } : healthy
  }

  const of = (id: string): ServerHealth => {
    const found = known.get(id) ?? compute(id)
    known.set(id, found)
    return found
  }

  const publish = (ids: readonly string[]) => {
    for (const id of ids) {
      const before = known.get(id)
      const now = compute(id)
      if (before && isSame(before, now)) continue
      known.set(id, now)
      live.broadcast(ServerHealthChanged, { server_id: id, health: now })
    }
  }

  return {
    service: { of, refresh: (ids) => db.afterCommit(() => publish(ids)) } satisfies Health,
    forget: (id: string) => void known.delete(id),
  }
}
