import { type Clock, type Core, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import {
  Ack,
  AgentCapabilitiesChanged,
  AgentInfoUpdated,
  CapabilitiesChanged,
  FeaturesUpdate,
  type Grant,
  IpChanged,
  Report,
  ServerIpChanged,
  SystemInfo,
  validMask,
} from '@svc/protocol'
import {
  addressesReported,
  capabilitiesReported,
  capabilityGranted,
  type Live,
  type ServerAddresses,
} from '../contract.ts'
import type { Revision } from '../revision.ts'
import { publicGrant } from '../server-view.ts'
import type { ServersStore } from '../servers-store.ts'
import { makeAgentAudit } from './agent-audit.ts'
import type { AgentConnection } from './connection.ts'
import { changesOf, factsOf, featuresOf, grantsOf, ipv4Of, ipv6Of } from './facts.ts'
import { type OwnMessage, own } from './inbox.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly emit: Core['emit']
  readonly servers: ServersStore
  readonly live: Live
  readonly revision: Revision
  readonly audit: Audit
}

const grantActions = {
  granted: 'capability_temporarily_granted',
  expired: 'capability_grant_expired',
  revoked: 'capability_grant_revoked',
} as const

/** More than there are capabilities, with room for each to come and go. */
const mostChanges = 32

/** Whether a grant goes on from one told before; one that ended unseen, while the agent was away, is another one. */
const continues = (cap: string, before: readonly Grant[], after: readonly Grant[]): boolean => {
  const old = before.find((grant) => grant.cap === cap)
  const now = after.find((grant) => grant.cap === cap)
  return old !== undefined && (now === undefined || now.granted_at <= old.expires_at)
}

/** The messages by which an agent tells who it is, where it is, what it can do and that it is alive. */
export function identityMessages(deps: Dependencies): readonly OwnMessage[] {
  const { db, clock, emit, servers, live, revision } = deps
  const auditAddresses = makeAgentAudit(deps.audit, clock, 'addresses')
  const auditGrants = makeAgentAudit(deps.audit, clock, 'capabilities')
  /** By server, across connections: the grants that a change was told of. What only `SystemInfo` says was never told. */
  const told = new Map<string, readonly Grant[]>()

  const mirror = (from: AgentConnection, mask: number, temporary: readonly Grant[]) => {
    from.mask = (mask & validMask) >>> 0
    from.temporary = grantsOf(temporary, from.mask)
    servers.saveCapabilities(from.serverId, from.mask)
  }

  const announceCapabilities = ({ serverId, mask, temporary }: AgentConnection) => {
    const same = { agent_local_capabilities: mask, effective_capabilities: mask, temporary: temporary.map(publicGrant) }
    live.broadcast(CapabilitiesChanged, { server_id: serverId, capabilities: mask ?? 0, ...same })
  }

  const announceAddresses = (serverId: string, old: ServerAddresses, now: ServerAddresses) => {
    const moved = (['ipv4', 'ipv6', 'remote'] as const).filter((kind) => old[kind] !== now[kind])
    if (moved.length === 0) return
    live.broadcast(ServerIpChanged, {
      server_id: serverId,
      old_ipv4: old.ipv4,
      new_ipv4: now.ipv4,
      old_ipv6: old.ipv6,
      new_ipv6: now.ipv6,
      old_remote_addr: old.remote,
      new_remote_addr: now.remote,
    })
    if (!moved.some((kind) => old[kind] !== null)) return
    const changes = Object.fromEntries(moved.map((kind) => [kind, { from: old[kind], to: now[kind] }]))
    auditAddresses(serverId, { action: 'ip_changed', detail: { server_id: serverId, changes } })
  }

  return [
    own(Report, (_, from, receivedAt) => {
      from.lastReportAt = receivedAt
    }),

    own(SystemInfo, (info, from) => {
      const { serverId } = from
      const before = servers.get(serverId)
      if (!before) return
      const facts = factsOf(info)
      const mask = info.agent_local_capabilities ?? null
      db.transaction(() => {
        servers.saveFacts(serverId, facts, toSeconds(clock.now()))
        servers.saveFeatures(serverId, featuresOf(info.features ?? []))
        if (mask !== null) mirror(from, mask, info.temporary ?? [])
      })
      if (mask !== null) {
        const still = (told.get(serverId) ?? []).filter(({ cap }) => from.temporary.some((grant) => grant.cap === cap))
        told.set(serverId, still)
      }
      revision.bump()
      const old = { ipv4: before.ipv4, ipv6: before.ipv6, remote: from.previousAddress }
      const now = { ipv4: facts.ipv4, ipv6: facts.ipv6, remote: from.remoteAddress }
      announceAddresses(serverId, old, now)
      from.previousAddress = from.remoteAddress
      emit(addressesReported, { serverId, before: old, after: now, firstConnection: from.isFirst })
      if (mask !== null) announceCapabilities(from)
      emit(capabilitiesReported, { serverId })
      live.broadcast(AgentInfoUpdated, {
        server_id: serverId,
        protocol_version: facts.protocol_version,
        agent_version: facts.agent_version,
      })
      from.send(Ack, { msg_id: info.msg_id })
    }),

    own(IpChanged, (message, from) => {
      const before = servers.get(from.serverId)
      if (!before) return
      const ipv4 = ipv4Of(message.ipv4)
      const ipv6 = ipv6Of(message.ipv6)
      if (ipv4 === before.ipv4 && ipv6 === before.ipv6) return
      servers.saveAddresses(from.serverId, ipv4, ipv6)
      revision.bump()
      const old = { ipv4: before.ipv4, ipv6: before.ipv6, remote: null }
      announceAddresses(from.serverId, old, { ipv4, ipv6, remote: null })
      const { serverId, previousAddress: remote, isFirst: firstConnection } = from
      emit(addressesReported, { serverId, before: { ...old, remote }, after: { ipv4, ipv6, remote }, firstConnection })
    }),

    own(AgentCapabilitiesChanged, (message, from) => {
      const { serverId } = from
      const before = told.get(serverId) ?? []
      mirror(from, message.capabilities, message.temporary ?? [])
      const changes = changesOf((message.changes ?? []).slice(0, mostChanges))
      const granted = new Set(
        [...before, ...changes.filter(({ action }) => action === 'granted')].map(({ cap }) => cap),
      )
      told.set(
        serverId,
        from.temporary.filter(({ cap }) => granted.has(cap)),
      )
      revision.bump()
      announceCapabilities(from)
      db.transaction(() => {
        for (const { cap, action, expiresAt: expires_at, grantedBy: granted_by, reason } of changes) {
          const given = action === 'granted' ? { expires_at, granted_by, reason } : {}
          auditGrants(serverId, { action: grantActions[action], detail: { server_id: serverId, cap, ...given } })
        }
      })
      emit(capabilitiesReported, { serverId })
      for (const { cap: capability, action, ...how } of changes) {
        if (action !== 'granted') continue
        const extended = continues(capability, before, from.temporary)
        emit(capabilityGranted, { serverId, capability, ...how, extended })
      }
    }),

    own(FeaturesUpdate, (message, from) => {
      servers.saveFeatures(from.serverId, featuresOf(message.features))
      revision.bump()
    }),
  ]
}
