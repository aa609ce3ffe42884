import { type Clock, makeRateLimiter, type ServerGate } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { CapabilityTable } from '@svc/protocol'
import type { Agents } from '../contract.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import type { ServersStore } from '../servers-store.ts'
import type { Connections } from './connections.ts'
import type { Conversations } from './conversations.ts'
import type { FrameStats } from './frame-stats.ts'

interface Dependencies {
  readonly connections: Connections
  readonly servers: ServersStore
  readonly frameStats: FrameStats
  readonly conversations: Pick<Conversations, 'request' | 'open'>
}

export const makeAgents = ({ connections, servers, frameStats, conversations }: Dependencies): Agents => ({
  isOnline: (serverId) => connections.get(serverId) !== undefined,
  online: connections.ids,
  lastSeen: (serverId) => connections.get(serverId)?.lastReportAt ?? servers.get(serverId)?.last_seen_ms ?? undefined,
  send: (serverId, message, payload) => connections.get(serverId)?.send(message, payload) ?? false,
  request: conversations.request,
  open: conversations.open,
  features: (serverId) => connections.get(serverId)?.features ?? [],
  capabilities: (serverId) => connections.get(serverId)?.capabilities ?? servers.get(serverId)?.capabilities ?? 0,
  protocolVersion: (serverId) => servers.get(serverId)?.protocol_version ?? 0,
  frameStats: frameStats.totals,
})

/** Audit entries of refusals per user and hour: a page that polls must not fill the log. */
const maxRefusals = 60

interface GateDependencies {
  readonly clock: Clock
  readonly audit: Pick<Audit, 'write'>
  readonly agents: Pick<Agents, 'capabilities' | 'isOnline'>
  readonly servers: Pick<ServersStore, 'get'>
  readonly hidden: Pick<HiddenServers, 'isVisible'>
  readonly capabilities: Pick<CapabilityTable, 'bitOf'>
}

/** Decides about routes that name a server, and audits whom it refused. */
export function makeServerGate({ clock, audit, agents, servers, hidden, capabilities }: GateDependencies): ServerGate {
  const limiter = makeRateLimiter({ max: maxRefusals, windowMs: 3_600_000 }, clock)
  const isWithinLimit = (userId: string) => {
    try {
      limiter.take(userId)
      return true
    } catch {
      return false
    }
  }
  return {
    check({ role }, serverId, capability) {
      const row = hidden.isVisible(serverId, role) ? servers.get(serverId) : undefined
      if (!row) return { kind: 'unknown' }
      const { id, name, number } = row
      const server = { id, name, number }
      if (capability === undefined) return { kind: 'ok', server }
      // An unknown capability is a mistake in the route and is denied, like one the agent lacks.
      if ((agents.capabilities(serverId) & capabilities.bitOf(capability)) === 0) return { kind: 'denied' }
      return { kind: agents.isOnline(serverId) ? 'ok' : 'offline', server }
    },
    onRefused({ principal: { userId }, ip, serverId, capability, action = 'capability_denied', reason }) {
      // The id is text from a path.
      if (!servers.get(serverId) || !isWithinLimit(userId)) return
      audit.write({ userId, ip, action, detail: { server_id: serverId, capability, deny_reason: reason } })
    },
  }
}
