import { type Clock, type Core, type Database, makeRateLimiter, toSeconds } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'
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
import { addressesReported, capabilityGranted, type Live } from '../contract.js'
import type { Revision } from '../revision.js'
import { publicGrant } from '../server-view.js'
import type { ServersStore } from '../servers-store.js'
import type { AgentConnection } from './connection.js'
import { changesOf, factsOf, featuresOf, grantsOf, ipv4Of, ipv6Of } from './facts.js'
import { type OwnMessage, own } from './inbox.js'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly emit: Core['emit']
  readonly servers: ServersStore
  readonly live: Live
  readonly revision: Revision
  readonly audit: Audit
}

interface Addresses {
  readonly ipv4: string | null
  readonly ipv6: string | null
  readonly remote: string | null
}

const grantActions = {
  granted: 'capability_temporarily_granted',
  expired: 'capability_grant_expired',
  revoked: 'capability_grant_revoked',
} as const

/** Rows of the audit log that one agent may cause in an hour: a host gone wild must not fill the disk with them. */
const auditBudget = { max: 60, windowMs: 3_600_000 }
/** More than there are capabilities, with room for each to come and go. */
const mostChanges = 32

/** The messages by which an agent tells who it is, where it is, what it can do and that it is alive. */
export function identityMessages(deps: Dependencies): readonly OwnMessage[] {
  const { db, clock, emit, servers, live, revision } = deps
  const budget = makeRateLimiter(auditBudget, clock)

  /** False when this agent has caused enough rows for now. */
  const audit = (serverId: string, entry: Pick<AuditEntry, 'action' | 'detail'>): boolean => {
    try {
      budget.take(serverId)
    } catch {
      return false
    }
    deps.audit.write({ userId: 'system', ...entry })
    return true
  }

  const mirror = (from: AgentConnection, mask: number, temporary: readonly Grant[]) => {
    from.mask = (mask & validMask) >>> 0
    from.temporary = grantsOf(temporary, from.mask)
    servers.saveCapabilities(from.serverId, from.mask)
  }

  const announceCapabilities = ({ serverId, mask, temporary }: AgentConnection) => {
    const same = { agent_local_capabilities: mask, effective_capabilities: mask, temporary: temporary.map(publicGrant) }
    live.broadcast(CapabilitiesChanged, { server_id: serverId, capabilities: mask ?? 0, ...same })
  }

  const announceAddresses = (serverId: string, old: Addresses, now: Addresses) => {
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
    audit(serverId, { action: 'ip_changed', detail: { server_id: serverId, changes } })
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
      revision.bump()
      announceAddresses(
        serverId,
        { ipv4: before.ipv4, ipv6: before.ipv6, remote: from.previousAddress },
        { ipv4: facts.ipv4, ipv6: facts.ipv6, remote: from.remoteAddress },
      )
      from.previousAddress = from.remoteAddress
      emit(addressesReported, { serverId })
      if (mask !== null) announceCapabilities(from)
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
      emit(addressesReported, { serverId: from.serverId })
    }),

    own(AgentCapabilitiesChanged, (message, from) => {
      const { serverId } = from
      const before = new Set(from.temporary.map(({ cap }) => cap))
      mirror(from, message.capabilities, message.temporary ?? [])
      revision.bump()
      announceCapabilities(from)
      const heard = db.transaction(() =>
        changesOf((message.changes ?? []).slice(0, mostChanges)).filter(({ cap, action, ...how }) => {
          const { expiresAt: expires_at, grantedBy: granted_by, reason } = how
          const given = action === 'granted' ? { expires_at, granted_by, reason } : {}
          return audit(serverId, { action: grantActions[action], detail: { server_id: serverId, cap, ...given } })
        }),
      )
      for (const { cap: capability, action, ...how } of heard) {
        if (action !== 'granted') continue
        emit(capabilityGranted, { serverId, capability, ...how, extended: before.has(capability) })
      }
    }),

    own(FeaturesUpdate, (message, from) => {
      servers.saveFeatures(from.serverId, featuresOf(message.features))
      revision.bump()
    }),
  ]
}
