import type { CapabilityGate } from '@svc/plugin-sdk'
import { capabilityBits, isCapability } from '@svc/protocol'
import type { Agents } from '../contract.ts'
import type { ServersStore } from '../servers-store.ts'
import type { Connections } from './connections.ts'
import type { FrameStats } from './frame-stats.ts'

interface Dependencies {
  readonly connections: Connections
  readonly servers: ServersStore
  readonly frameStats: FrameStats
}

export const makeAgents = ({ connections, servers, frameStats }: Dependencies): Agents => ({
  isOnline: (serverId) => connections.get(serverId) !== undefined,
  online: connections.ids,
  lastSeen: (serverId) => connections.get(serverId)?.lastReportAt ?? servers.get(serverId)?.last_seen_ms ?? undefined,
  send: (serverId, message, payload) => connections.get(serverId)?.send(message, payload) ?? false,
  capabilities: (serverId) => connections.get(serverId)?.capabilities ?? servers.get(serverId)?.capabilities ?? 0,
  frameStats: frameStats.totals,
})

/** An unknown capability is a mistake in the route and is denied, like one the agent lacks. */
export const makeCapabilityGate = (agents: Agents, servers: ServersStore): CapabilityGate => ({
  check(serverId, capability) {
    if (!servers.get(serverId)) return 'unknown_server'
    const bit = isCapability(capability) ? capabilityBits[capability] : 0
    if ((agents.capabilities(serverId) & bit) === 0) return 'denied'
    return agents.isOnline(serverId) ? 'ok' : 'offline'
  },
})
