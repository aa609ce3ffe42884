import { Type } from '@sinclair/typebox'
import type { TestKernel } from '@svc/kernel/testing'
import { type RuleHistory, type RuleType, ruleHistories, ruleTypes } from '@svc/plugin-alerts/contract'
import {
  type AgentSource,
  agentMessages,
  agentOffline,
  agentOnline,
  agents,
  type Billing,
  type HealthSource,
  health,
  healthSources,
  type Live,
  live,
  liveMessages,
  liveStatus,
  type Server,
  serverDeleted,
  serverLifecycle,
  servers,
  type Viewer,
} from '@svc/plugin-enrollment/contract'
import { type Database, definePlugin, notFound, type Principal, serverGate, toSeconds } from '@svc/plugin-sdk'
import { audit, retentionTiers, runs, type Span, scheduler, settings } from '@svc/plugin-system/contract'
import { fakeAudit, fakeSettings } from '@svc/plugin-system/testing'
import {
  type MessageDef,
  type Payload,
  type RecentMetrics,
  Report,
  type ReportPayload,
  type ServerMetrics,
} from '@svc/protocol'

const noBilling: Billing = {
  price: null,
  currency: null,
  cycle: 'monthly',
  startDay: 1,
  expiresAt: null,
  trafficLimit: null,
  trafficLimitType: null,
}

const notConnected = (): never => {
  throw new Error('no requests in these tests')
}

/**
 * A fake enrollment plugin without sockets. Tests control which servers exist and what they report, thousands at once if
 * needed. Real connections are tested with the real plugin.
 */
export function makeFleet() {
  const serversById = new Map<string, Server>()
  const online = new Set<string>()
  const updates: ServerMetrics[] = []
  const sent: { readonly serverId: string; readonly type: string; readonly payload: object }[] = []
  const use = {
    handle: (_: string, __: object, ___: AgentSource) => {},
    ask: (_: string, __: object, ___: Viewer) => {},
    delete: (_: Server, __: boolean) => {},
    online: (_: Server, __: boolean) => {},
    runs: (span: Span): readonly Span[] => [span],
  }
  const read = {
    status: (_: string): Partial<ServerMetrics> | undefined => undefined,
    tiers: (): unknown[] => [],
    type: (_: string): RuleType | undefined => undefined,
    history: (_: string): RuleHistory | undefined => undefined,
    reasons: (_: string): ReturnType<HealthSource['reasons']> => [],
  }
  const refreshed: string[] = []
  let now = () => 0
  const findFor = (id: string, { role }: Pick<Principal, 'role'>) => {
    const server = serversById.get(id)
    return server?.hidden && role !== 'admin' ? undefined : server
  }

  const plugin = definePlugin({
    id: 'enrollment',
    config: Type.Object({ scheduler: Type.Object({ timezone: Type.String({ default: 'UTC' }) }) }),
    provides: { agents, audit, health, live, servers, settings, runs, scheduler, serverGate },
    points: {
      agentMessages,
      healthSources,
      liveMessages,
      liveStatus,
      serverLifecycle,
      retentionTiers,
      ruleHistories,
      ruleTypes,
    },
    setup(context) {
      const { config, clock, db, emit, agentMessages, liveMessages, liveStatus, serverLifecycle, retentionTiers } =
        context
      now = clock.now
      use.ask = (type, payload, viewer) => {
        const asked = liveMessages.all().find(({ message }) => message.type === type)
        void asked?.handle(payload as never, viewer)
      }
      use.handle = (type, payload, from) => {
        for (const { message, handle } of agentMessages.all()) {
          if (message.type === type) handle(payload as never, from)
        }
      }
      use.online = ({ id: serverId }, isOnline) => {
        if (isOnline) online.add(serverId)
        else online.delete(serverId)
        emit(isOnline ? agentOnline : agentOffline, { serverId })
      }
      use.delete = (server, rollBack) =>
        db.transaction(() => {
          for (const item of serverLifecycle.all()) item.onDelete?.(server)
          emit(serverDeleted, server)
          if (rollBack) throw new Error('rolled back')
          serversById.delete(server.id)
        })
      read.status = (id) => liveStatus.get('metrics')?.metrics(id)
      read.type = (type) => context.ruleTypes.get(type)
      read.reasons = (id) => context.healthSources.get('metrics')?.reasons(id) ?? []
      read.history = (type) => context.ruleHistories.get(type)
      read.tiers = () => [...retentionTiers.all()]
      const browsers: Live = {
        broadcast() {},
        resync() {},
        toViewers() {},
        publish() {},
        update: (metrics) => void updates.push(metrics),
        viewers: () => 1,
      }
      return {
        provides: {
          agents: {
            isOnline: (id) => online.has(id),
            online: () => [...online],
            lastSeen: () => undefined,
            send(serverId, { type }, payload) {
              if (!online.has(serverId)) return false
              sent.push({ serverId, type, payload: payload as object })
              return true
            },
            request: async () => notConnected(),
            open: async () => notConnected(),
            features: () => [],
            capabilities: () => 0,
            protocolVersion: () => 6,
            frameStats: () => ({ frames: 0, dropped: { malformed: 0, unknown: 0, invalid: 0 } }),
          },
          audit: fakeAudit(() => {}),
          health: { of: () => ({ level: 0, reasons: [] }), refresh: (ids) => void refreshed.push(...ids) },
          settings: fakeSettings(),
          live: browsers,
          scheduler: config.scheduler,
          runs: { within: (span) => use.runs(span) },
          serverGate: {
            check(viewer, id) {
              const server = findFor(id, viewer)
              return server ? { kind: 'ok', server } : { kind: 'unknown' }
            },
          },
          servers: {
            get: (id) => serversById.get(id),
            list: () => [...serversById.values()],
            ids: () => [...serversById.keys()],
            visibleTo: (viewer) => [...serversById.values()].filter(({ id }) => findFor(id, viewer)),
            isVisible: (id, viewer) => findFor(id, viewer) !== undefined,
            hiddenFrom: (viewer) => new Set([...serversById.keys()].filter((id) => !findFor(id, viewer))),
            require: (id, viewer) => {
              const server = findFor(id, viewer)
              if (!server) throw notFound('kernel.UNKNOWN_SERVER')
              return server
            },
            select: () => [],
            addresses: () => undefined,
            placement: () => undefined,
            locate: () => false,
          },
        },
      }
    },
  })

  const say = ({ id, name, number }: Server, { type }: MessageDef, payload: object) =>
    use.handle(type, payload, { serverId: id, serverName: name, serverNumber: number, receivedAt: now(), reply() {} })

  return {
    plugin,
    updates,
    status: (id: string) => read.status(id),
    tiers: () => read.tiers(),
    /** what is wrong with a server, as `id level` */
    hints: ({ id }: Server) => read.reasons(id).map((reason) => `${reason.id} ${reason.level}`),
    reasons: ({ id }: Server) => read.reasons(id),
    /** ids of servers whose health may have changed */
    refreshed,
    /** Evaluates an alert condition. */
    async judge(
      condition: Parameters<NonNullable<RuleType['judge']>>[0],
      of: readonly Server[] = [...serversById.values()],
    ) {
      const verdicts = await read.type(condition.rule_type)?.judge?.(condition, of, toSeconds(now()))
      return Object.fromEntries(verdicts ?? [])
    },
    ruleType: (type: string) => read.type(type),
    /** The minutes in which a condition held, as spans. */
    async replay(condition: Parameters<RuleHistory['replay']>[0], from: number, to: number) {
      const { signal } = new AbortController()
      const found = await read
        .history(condition.rule_type)
        ?.replay(condition, [...serversById.values()], { from, to }, signal)
      return Object.fromEntries([...(found ?? [])].map(([id, minutes]) => [id, [...minutes]]))
    },
    /** Adds a server whose agent is connected. */
    add(number: number, hidden = false, more: Partial<Server> = {}): Server {
      const server: Server = {
        id: `server-${number}`,
        number,
        name: `host ${number}`,
        hidden,
        createdAt: toSeconds(now()),
        memTotal: null,
        swapTotal: null,
        diskTotal: null,
        cpuCores: null,
        billing: noBilling,
        ...more,
      }
      serversById.set(server.id, server)
      online.add(server.id)
      return server
    },
    report: (server: Server, payload: ReportPayload) => say(server, Report, payload),
    /** Delivers a decoded agent message. */
    say,
    /** The recent metrics that a browser receives, by server. */
    recent(serverIds: readonly string[], role: 'admin' | 'member' = 'admin', metrics?: readonly string[]) {
      const received: Payload<typeof RecentMetrics>['servers'] = []
      use.ask('recent_metrics_get', { server_ids: serverIds, ...(metrics ? { metrics } : {}) }, {
        principal: { role },
        signal: new AbortController().signal,
        send: (_, payload) => void received.push(...(payload as Payload<typeof RecentMetrics>).servers),
      } as Viewer)
      return Object.fromEntries(received.map(({ id, columns }) => [id, columns]))
    },
    /** messages sent to agents */
    sent,
    connect: (server: Server) => use.online(server, true),
    disconnect: (server: Server) => use.online(server, false),
    /** Sets when the program was running; always by default. */
    ran(within: typeof use.runs) {
      use.runs = within
    },
    delete: (server: Server, { rollBack = false } = {}) => use.delete(server, rollBack),
  }
}

/** The database handle of a plugin, for testing stores without the plugin. */
export const databaseOf = ({ database }: TestKernel): Database => ({
  prepare: (sql: string) => database.prepare(sql) as never,
  transaction: <T>(fn: () => T): T => database.transaction(fn).immediate() as T,
  afterCommit: (fn) => fn(),
  exec: (sql) => void database.exec(sql),
})
