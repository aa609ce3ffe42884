import {
  type AgentSource,
  agentMessages,
  agents,
  type Billing,
  type Live,
  live,
  liveStatus,
  type Server,
  serverLifecycle,
  servers,
} from '@svc/plugin-enrollment/contract'
import { definePlugin, toSeconds } from '@svc/plugin-sdk'
import { retentionTiers, runs } from '@svc/plugin-system/contract'
import { Report, type ReportPayload, type ServerMetrics } from '@svc/protocol'

const noBilling: Billing = {
  price: null,
  currency: null,
  cycle: null,
  startDay: null,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
}

/**
 * A fleet without sockets: it owns what enrollment owns and lets a test say who is there and what they report, thousands
 * of them at a chosen instant. How agents really arrive is tested with the real plugin.
 */
export function makeFleet() {
  const known = new Map<string, Server>()
  const online = new Set<string>()
  const updates: ServerMetrics[] = []
  const use = { handle: (_: ReportPayload, __: AgentSource) => {}, delete: (_: Server, __: boolean) => {} }
  const read = { status: (_: string): Partial<ServerMetrics> | undefined => undefined, tiers: (): unknown[] => [] }
  let now = () => 0

  const plugin = definePlugin({
    id: 'enrollment',
    provides: { agents, live, servers, runs },
    points: { agentMessages, liveStatus, serverLifecycle, retentionTiers },
    setup({ clock, db, agentMessages, liveStatus, serverLifecycle, retentionTiers }) {
      now = clock.now
      use.handle = (payload, from) => agentMessages.get(Report.type)?.handle(payload as never, from)
      use.delete = (server, rollBack) =>
        db.transaction(() => {
          for (const item of serverLifecycle.all()) item.onDelete?.(server)
          if (rollBack) throw new Error('rolled back')
          known.delete(server.id)
        })
      read.status = (id) => liveStatus.get('metrics')?.metrics(id)
      read.tiers = () => [...retentionTiers.all()]
      const browsers: Live = { broadcast() {}, update: (metrics) => void updates.push(metrics), viewers: () => 1 }
      return {
        provides: {
          agents: {
            isOnline: (id) => online.has(id),
            online: () => [...online],
            send: () => false,
            capabilities: () => 0,
            traffic: () => ({ frames: 0, dropped: { malformed: 0, unknown: 0, invalid: 0 } }),
          },
          live: browsers,
          runs: { within: (span) => [span] },
          servers: {
            get: (id) => known.get(id),
            list: () => [...known.values()],
            ids: () => [...known.keys()],
            addresses: () => undefined,
            locate: () => false,
          },
        },
      }
    },
  })

  return {
    plugin,
    updates,
    status: (id: string) => read.status(id),
    tiers: () => read.tiers(),
    /** Adds a server whose agent is connected. */
    add(number: number, hidden = false, more: Partial<Server> = {}): Server {
      const server: Server = {
        ...{ id: `server-${number}`, number, name: `host ${number}`, hidden, createdAt: toSeconds(now()) },
        ...{ memTotal: null, diskTotal: null, cpuCores: null, billing: noBilling },
        ...more,
      }
      known.set(server.id, server)
      online.add(server.id)
      return server
    },
    report(server: Server, payload: ReportPayload) {
      use.handle(payload, {
        serverId: server.id,
        serverName: server.name,
        serverNumber: server.number,
        receivedAt: now(),
        reply() {},
      })
    },
    connect: (server: Server) => void online.add(server.id),
    disconnect: (server: Server) => void online.delete(server.id),
    delete: (server: Server, { rollBack = false } = {}) => use.delete(server, rollBack),
  }
}
