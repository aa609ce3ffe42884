import { type Clock, type Core, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import {
  Ack,
  AgentCapabilitiesChanged,
  AgentInfoUpdated,
  CapabilitiesChanged,
  CapabilityDenied,
  type CapabilityTable,
  FeaturesChanged,
  FeaturesUpdate,
  type Grant,
  IpChanged,
  type Payload,
  Report,
  ServerIpChanged,
  StreamCredit,
  SystemInfo,
} from '@svc/protocol'
import {
  addressesReported,
  capabilitiesReported,
  capabilityGranted,
  featuresChanged,
  type Live,
  type ServerAddresses,
} from '../contract.ts'
import type { AllFeatures } from '../live/all-features.ts'
import type { Revision } from '../revision.ts'
import { publicGrant } from '../server-view.ts'
import type { ServersStore } from '../servers-store.ts'
import { makeAgentAudit } from './agent-audit.ts'
import type { AgentConnection } from './connection.ts'
import type { Conversations } from './conversations.ts'
import { parseFacts, parseFeatures, parseGrantChanges, parseGrants, parseIpv4, parseIpv6 } from './facts.ts'
import { type OwnMessage, ownMessage, stateChange } from './message-router.ts'

interface Dependencies {
  readonly capabilities: CapabilityTable
  readonly db: Database
  readonly clock: Clock
  readonly emit: Core['emit']
  readonly servers: ServersStore
  readonly live: Pick<Live, 'broadcast'>
  readonly revision: Revision
  readonly audit: Audit
  readonly allFeatures: AllFeatures
  readonly conversations: Pick<Conversations, 'credit' | 'denied' | 'onCapabilities'>
}

const grantActions = {
  granted: 'capability_temporarily_granted',
  expired: 'capability_grant_expired',
  revoked: 'capability_grant_revoked',
} as const

/** More than the number of capabilities, so that each can be granted and revoked in one message. */
const maxChanges = 32

/** Each grant counts, but only the latest capabilities. */
const mergeGrantChanges = (
  { changes: older }: Payload<typeof AgentCapabilitiesChanged>,
  newer: Payload<typeof AgentCapabilitiesChanged>,
) => ({ ...newer, changes: [...(older ?? []), ...(newer.changes ?? [])].slice(0, maxChanges) })

/** Whether a grant extends a published one. One that began after the published one expired is a new grant. */
const isExtension = (cap: string, before: readonly Grant[], after: readonly Grant[]): boolean => {
  const old = before.find((grant) => grant.cap === cap)
  const current = after.find((grant) => grant.cap === cap)
  return old !== undefined && (current === undefined || current.granted_at <= old.expires_at)
}

/** Messages about the agent itself: liveness, host facts, addresses, capabilities and features. */
export function makeIdentityMessages(deps: Dependencies) {
  const { db, clock, emit, servers, live, revision, conversations } = deps
  const auditAddresses = makeAgentAudit(deps.audit, clock, 'addresses')
  const auditGrants = makeAgentAudit(deps.audit, clock, 'capabilities')
  /** By server, across connections: grants already published as an event. A grant first seen in `SystemInfo` is not one. */
  const publishedGrants = new Map<string, readonly Grant[]>()

  const saveCapabilities = (from: AgentConnection, bits: number, temporary: readonly Grant[]) => {
    from.capabilities = (bits & deps.capabilities.mask) >>> 0
    from.temporary = parseGrants(temporary, from.capabilities, deps.capabilities)
    servers.saveCapabilities(from.serverId, from.capabilities)
  }

  const publishCapabilities = ({ serverId, capabilities, temporary }: AgentConnection) => {
    live.broadcast(CapabilitiesChanged, {
      server_id: serverId,
      capabilities: capabilities ?? 0,
      agent_local_capabilities: capabilities,
      effective_capabilities: capabilities,
      temporary: temporary.map(publicGrant),
    })
  }

  const changedAddresses = (old: ServerAddresses, now: ServerAddresses) =>
    (['ipv4', 'ipv6', 'remote'] as const).filter((kind) => old[kind] !== now[kind])

  /** Called in the transaction that stores them. */
  const auditAddressChange = (serverId: string, old: ServerAddresses, now: ServerAddresses) => {
    const changed = changedAddresses(old, now)
    // The first known address of a server is not a change worth auditing.
    if (!changed.some((kind) => old[kind] !== null)) return
    const changes = Object.fromEntries(changed.map((kind) => [kind, { from: old[kind], to: now[kind] }]))
    auditAddresses(serverId, { action: 'ip_changed', detail: { server_id: serverId, changes } })
  }

  const publishAddresses = (serverId: string, old: ServerAddresses, now: ServerAddresses) => {
    if (changedAddresses(old, now).length === 0) return
    live.broadcast(ServerIpChanged, {
      server_id: serverId,
      old_ipv4: old.ipv4,
      new_ipv4: now.ipv4,
      old_ipv6: old.ipv6,
      new_ipv6: now.ipv6,
      old_remote_addr: old.remote,
      new_remote_addr: now.remote,
    })
  }

  const publishFeatures = (from: AgentConnection, before: readonly string[]) => {
    const { features } = from
    if (features.join() === before.join()) return
    live.broadcast(FeaturesChanged, {
      server_id: from.serverId,
      features: deps.allFeatures(from.serverId, features),
    })
    emit(featuresChanged, { serverId: from.serverId, features })
  }

  const messages: readonly OwnMessage[] = [
    ownMessage(Report, (_, from, receivedAt) => {
      from.lastReportAt = receivedAt
    }),

    stateChange(SystemInfo, (info, from) => {
      const { serverId } = from
      const before = servers.get(serverId)
      if (!before) return
      const facts = parseFacts(info)
      const capabilities = info.agent_local_capabilities ?? null
      const features = parseFeatures(info.features ?? [])
      const old = { ipv4: before.ipv4, ipv6: before.ipv6, remote: from.previousAddress }
      const now = { ipv4: facts.ipv4, ipv6: facts.ipv6, remote: from.remoteAddress }
      const oldFeatures = from.features
      from.features = features
      from.streamWindow = info.stream_window ?? null
      from.binaryFrames = info.binary_frames ?? false
      db.transaction(() => {
        servers.saveFacts(serverId, facts, toSeconds(clock.now()))
        servers.saveFeatures(serverId, features)
        if (capabilities !== null) saveCapabilities(from, capabilities, info.temporary ?? [])
        auditAddressChange(serverId, old, now)
      })
      if (capabilities !== null) {
        const isActive = ({ cap }: Grant) => from.temporary.some((grant) => grant.cap === cap)
        publishedGrants.set(serverId, (publishedGrants.get(serverId) ?? []).filter(isActive))
      }
      revision.bump()
      conversations.onCapabilities(from)
      publishAddresses(serverId, old, now)
      from.previousAddress = from.remoteAddress
      emit(addressesReported, { serverId, before: old, after: now, firstConnection: from.isFirst })
      if (capabilities !== null) publishCapabilities(from)
      live.broadcast(AgentInfoUpdated, {
        server_id: serverId,
        protocol_version: facts.protocol_version,
        agent_version: facts.agent_version,
      })
      from.send(Ack, { msg_id: info.msg_id })
      // Plugins answer these events with messages to the agent, which follow the acknowledgement.
      emit(capabilitiesReported, { serverId })
      publishFeatures(from, oldFeatures)
    }),

    stateChange(IpChanged, (message, from) => {
      const before = servers.get(from.serverId)
      if (!before) return
      const ipv4 = parseIpv4(message.ipv4)
      const ipv6 = parseIpv6(message.ipv6)
      if (ipv4 === before.ipv4 && ipv6 === before.ipv6) return
      const old = { ipv4: before.ipv4, ipv6: before.ipv6, remote: null }
      const now = { ipv4, ipv6, remote: null }
      db.transaction(() => {
        servers.saveAddresses(from.serverId, ipv4, ipv6)
        auditAddressChange(from.serverId, old, now)
      })
      revision.bump()
      publishAddresses(from.serverId, old, now)
      const { serverId, previousAddress: remote, isFirst: firstConnection } = from
      emit(addressesReported, { serverId, before: { ...old, remote }, after: { ipv4, ipv6, remote }, firstConnection })
    }),

    stateChange(
      AgentCapabilitiesChanged,
      (message, from) => {
        const { serverId } = from
        const before = publishedGrants.get(serverId) ?? []
        const changes = parseGrantChanges((message.changes ?? []).slice(0, maxChanges), deps.capabilities)
        db.transaction(() => {
          saveCapabilities(from, message.capabilities, message.temporary ?? [])
          for (const { cap, action, expiresAt: expires_at, grantedBy: granted_by, reason } of changes) {
            const grant = action === 'granted' ? { expires_at, granted_by, reason } : {}
            auditGrants(serverId, { action: grantActions[action], detail: { server_id: serverId, cap, ...grant } })
          }
        })
        const granted = new Set(
          [...before, ...changes.filter(({ action }) => action === 'granted')].map(({ cap }) => cap),
        )
        publishedGrants.set(
          serverId,
          from.temporary.filter(({ cap }) => granted.has(cap)),
        )
        revision.bump()
        conversations.onCapabilities(from)
        publishCapabilities(from)
        emit(capabilitiesReported, { serverId })
        for (const { cap: capability, action, ...grant } of changes) {
          if (action !== 'granted') continue
          const extended = isExtension(capability, before, from.temporary)
          emit(capabilityGranted, { serverId, capability, ...grant, extended })
        }
      },
      mergeGrantChanges,
    ),

    stateChange(FeaturesUpdate, (message, from) => {
      const features = parseFeatures(message.features)
      servers.saveFeatures(from.serverId, features)
      revision.bump()
      const oldFeatures = from.features
      from.features = features
      publishFeatures(from, oldFeatures)
    }),

    ownMessage(CapabilityDenied, (message, from) => conversations.denied(from, message)),

    ownMessage(StreamCredit, ({ id, bytes }, from) => conversations.credit(from, id, bytes)),
  ]

  return {
    messages,
    /** The server was deleted. */
    forget(serverId: string) {
      publishedGrants.delete(serverId)
      auditAddresses.forget(serverId)
      auditGrants.forget(serverId)
    },
  }
}
