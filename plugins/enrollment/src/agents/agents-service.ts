import type { CapabilityGate } from '@svc/plugin-sdk'
import { capabilityBits, isCapability } from '@svc/protocol'
import type { Agents } from '../contract.ts'
import type { ServersStore } from '../servers-store.ts'
import type { Connections } from './connections.ts'
import type { Traffic } from './traffic.ts'

interface Dependencies {
  readonly connections: Connections
  readonly servers: ServersStore
  readonly traffic: Traffic
}

export const makeAgents = ({ connections, servers, traffic }: Dependencies): Agents => ({
  isOnline: (serverId) => connections.get(serverId) !== undefined,
  online: connections.ids,
  lastSeen: (serverId) => connections.get(serverId)?.lastReportAt ?? servers.get(serverId)?.last_seen_ms ?? undefined,
  send: (serverId, message, payload) => connections.get(serverId)?.send(message, payload) ?? false,
  capabilities: (serverId) => connections.get(serverId)?.mask ?? servers.get(serverId)?.capabilities ?? 0,
  traffic: traffic.totals,
})

/** A capability that is not one is a mistake of the route's author and is refused like one the agent lacks. */
export const makeCapabilityGate = (agents: Agents, servers: ServersStore): CapabilityGate => ({
  check(serverId, capability) {
    if (!servers.get(serverId)) return 'unknown_server'
    const bit = isCapability(capability) ? capabilityBits[capability] : 0
    if ((agents.capabilities(serverId) & bit) === 0) return 'denied'
    return agents.isOnline(serverId) ? 'ok' : 'offline'
  },
})
