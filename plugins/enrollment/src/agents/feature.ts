import type { Core, Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { AgentMessage, Live, ViewerStream } from '../contract.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import type { AllFeatures } from '../live/all-features.ts'
import { makeViewerStreams } from '../live/viewer-streams.ts'
import type { Revision } from '../revision.ts'
import type { ServersStore } from '../servers-store.ts'
import { makeAgentAudit } from './agent-audit.ts'
import { makeAgentIdentity } from './agent-identity.ts'
import { makeAgentPlugins } from './agent-plugins.ts'
import { makeAgentSocket } from './agent-socket.ts'
import { makeAgents, makeServerGate } from './agents-service.ts'
import { makeConnections } from './connections.ts'
import { makeConversations } from './conversations.ts'
import { makeFrameAllowance } from './frame-allowance.ts'
import { makeFrameStats } from './frame-stats.ts'
import { makeIdentityMessages } from './identity-messages.ts'
import { makeMessageRouter } from './message-router.ts'
import { makeStateChanges } from './state-changes.ts'

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'emit' | 'capabilities'> {
  readonly audit: Audit
  readonly servers: ServersStore
  readonly hidden: HiddenServers
  readonly revision: Revision
  readonly live: Pick<Live, 'broadcast'>
  readonly contributed: Registry<AgentMessage>
  readonly streams: Registry<ViewerStream>
  readonly allFeatures: AllFeatures
}

/** The connections with agents, and the conversations on them. */
export function makeAgentFeature({
  db,
  clock,
  log,
  emit,
  audit,
  servers,
  hidden,
  revision,
  live,
  capabilities,
  contributed,
  streams,
  allFeatures,
}: Dependencies) {
  const frameStats = makeFrameStats({ clock, log })
  const connections = makeConnections({ clock, log, emit, servers, live, revision, allFeatures })
  const auditDenial = makeAgentAudit(audit, clock, 'denials')
  const conversations = makeConversations({
    capabilities,
    clock,
    servers,
    connections,
    onDenied: (server_id, capability, deny_reason) =>
      auditDenial(server_id, { action: 'capability_denied', detail: { server_id, capability, deny_reason } }),
  })
  const own = makeIdentityMessages({
    db,
    clock,
    emit,
    servers,
    live,
    revision,
    audit,
    conversations,
    capabilities,
    allFeatures,
  })
  const plugins = makeAgentPlugins(connections.get)
  const agents = makeAgents({ connections, servers, frameStats, conversations })
  const viewerStreams = makeViewerStreams({
    clock,
    db,
    streams,
    agents,
    capabilities,
    isVisible: (id, role) => hidden.isVisible(id, role) && servers.get(id) !== undefined,
  })
  const routeMessage = makeMessageRouter({
    clock,
    log,
    frameStats,
    charge: makeFrameAllowance(clock),
    onStateChange: makeStateChanges(clock),
    own: [...own.messages, plugins.message],
    contributed,
    viewerStreams,
    conversations,
  })
  const identity = makeAgentIdentity(servers)
  return {
    agents,
    connections,
    pluginsOf: plugins.of,
    authenticator: identity.authenticator,
    viewerStreams,
    gate: makeServerGate({ clock, audit, agents, servers, hidden, capabilities }),
    socket: makeAgentSocket({ log, servers, identity, connections, routeMessage }),
    /** Drops what is remembered about a deleted server. */
    forget(serverId: string) {
      for (const drop of [frameStats.forget, auditDenial.forget, own.forget]) drop(serverId)
    },
  }
}
