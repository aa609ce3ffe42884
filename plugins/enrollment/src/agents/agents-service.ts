import type { ServerGate } from '@svc/plugin-sdk'
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
  frameStats: frameStats.totals,
})

interface GateDependencies {
  readonly agents: Pick<Agents, 'capabilities' | 'isOnline'>
  readonly servers: Pick<ServersStore, 'get'>
  readonly hidden: Pick<HiddenServers, 'isVisible'>
  readonly capabilities: Pick<CapabilityTable, 'bitOf'>
}

/** An unknown capability is a mistake in the route and is denied, like one the agent lacks. */
export const makeServerGate = ({ agents, servers, hidden, capabilities }: GateDependencies): ServerGate => ({
  check({ role }, serverId, capability) {
    const row = hidden.isVisible(serverId, role) ? servers.get(serverId) : undefined
    if (!row) return { kind: 'unknown' }
    if (capability !== undefined) {
      if ((agents.capabilities(serverId) & capabilities.bitOf(capability)) === 0) return { kind: 'denied' }
      if (!agents.isOnline(serverId)) return { kind: 'offline' }
    }
    const { id, name, number } = row
    return { kind: 'ok', server: { id, name, number } }
  },
})
