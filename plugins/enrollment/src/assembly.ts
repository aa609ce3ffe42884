import { type Core, makeRateLimiter, notFound, type Registry, type Role } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeAgentAudit } from './agents/agent-audit.ts'
import { makeAgentIdentity } from './agents/agent-identity.ts'
import { makeAgentSocket } from './agents/agent-socket.ts'
import { makeAgents, makeServerGate } from './agents/agents-service.ts'
import { makeConnections } from './agents/connections.ts'
import { makeConversations } from './agents/conversations.ts'
import { makeFrameStats } from './agents/frame-stats.ts'
import { makeIdentityMessages } from './agents/identity-messages.ts'
import { makeMessageRouter } from './agents/message-router.ts'
import { makeAuthority } from './authority.ts'
import { makeBatchUpdate } from './batch-update.ts'
import { makeChangeNotifier } from './change-notifier.ts'
import type { EnrollmentConfig } from './config.ts'
import type { AgentMessage, LiveMessage, LiveStatus, ServerLifecycle, Servers, ServerTable } from './contract.ts'
import { eventsStore } from './events-store.ts'
import { groupsStore } from './groups-store.ts'
import { makeHiddenServers } from './hidden-servers.ts'
import { makeFullSync } from './live/full-sync.ts'
import { makeHub } from './live/hub.ts'
import { makeLiveSocket } from './live/live-socket.ts'
import { makeLocations } from './locations.ts'
import { makeOffers } from './offers.ts'
import { offersStore } from './offers-store.ts'
import { makeOnboarding } from './onboarding.ts'
import { makeProfileUpdate } from './profile-update.ts'
import { makeRemoval } from './removal.ts'
import { requestsStore } from './requests-store.ts'
import { makeRevision } from './revision.ts'
import { makeServerList } from './server-list.ts'
import { makeServerTables } from './server-tables.ts'
import { publicServer } from './server-view.ts'
import { serversStore } from './servers-store.ts'
import { tagsStore } from './tags-store.ts'

interface Context extends Core {
  readonly config: EnrollmentConfig
  readonly audit: Audit
  readonly agentMessages: Registry<AgentMessage>
  readonly liveMessages: Registry<LiveMessage>
  readonly liveStatus: Registry<LiveStatus>
  readonly serverLifecycle: Registry<ServerLifecycle>
  readonly serverTables: Registry<ServerTable>
}

const registerWindowMs = 15 * 60_000

/** Limits registration attempts per client address. */
function makeRegisterLimit(max: number, clock: Core['clock']) {
  const limit = { max, windowMs: registerWindowMs }
  return { scope: 'register', ...limit, limiter: makeRateLimiter(limit, clock) }
}

/** Builds the plugin's services and wires them together. */
export function assemble(context: Context) {
  const { db, clock, log, audit, config, emit, serverLifecycle: lifecycle } = context
  const stores = { servers: serversStore(db), groups: groupsStore(db), tags: tagsStore(db) }
  const { servers } = stores
  const requests = requestsStore(db)
  const events = eventsStore(db)
  const registerLimit = makeRegisterLimit(config.rate_limit.register_max, clock)
  const offerRows = offersStore(db)
  const revision = makeRevision(db)
  const hidden = makeHiddenServers({ servers, events, revision })
  const tables = makeServerTables({ db, log, borrow: context.borrow, tables: context.serverTables })
  const offers = makeOffers({ store: offerRows, clock })

  const hub = makeHub({ clock, hidden, db, snapshot: (role) => fullSync(role) })
  const frameStats = makeFrameStats({ clock, log })
  const connections = makeConnections({ clock, log, emit, servers, live: hub.live, revision })
  const auditDenial = makeAgentAudit(audit, clock, 'denials')
  const conversations = makeConversations({
    clock,
    servers,
    connections,
    onDenied: (server_id, capability, deny_reason) =>
      auditDenial(server_id, { action: 'capability_denied', detail: { server_id, capability, deny_reason } }),
  })
  const fullSync = makeFullSync({ ...stores, clock, offers, connections, status: context.liveStatus })
  const notify = makeChangeNotifier({
    emit,
    hub,
    hidden,
    revision,
    connections,
    forget: [frameStats.forget, auditDenial.forget, (id) => own.forget(id)],
    authorityOf: (id) => authority.of(id),
  })
  const authority = makeAuthority({
    db,
    clock,
    servers,
    offersStore: offerRows,
    offers,
    events,
    onCommitted: notify.authorityChanged,
  })

  const own = makeIdentityMessages({ db, clock, emit, servers, live: hub.live, revision, audit, conversations })
  const routeMessage = makeMessageRouter({
    clock,
    log,
    frameStats,
    own: own.messages,
    contributed: context.agentMessages,
    conversations,
  })
  const identity = makeAgentIdentity(servers)
  const locations = makeLocations({ clock, servers, revision, onChanged: notify.locationsChanged })
  const agents = makeAgents({ connections, servers, frameStats, conversations })
  const get: Servers['get'] = (id) => {
    const row = servers.get(id)
    return row && publicServer(row)
  }
  const find = (id: string, { role }: { readonly role: Role }) => (hidden.isVisible(id, role) ? get(id) : undefined)
  const serversService: Servers = {
    get,
    isVisible: (id, viewer) => find(id, viewer) !== undefined,
    visibleTo: ({ role }) =>
      servers
        .list()
        .filter(({ id }) => hidden.isVisible(id, role))
        .map(publicServer),
    require(id, viewer) {
      const server = find(id, viewer)
      if (!server) throw notFound('no such server')
      return server
    },
    list: () => servers.list().map(publicServer),
    ids: servers.ids,
    addresses: servers.addresses,
    locate: locations.locate,
  }

  return {
    ...stores,
    clock,
    audit,
    hidden,
    offers,
    events,
    requests,
    authority,
    notify,
    connections,
    hub,
    getConnection: connections.get,
    locations,
    removeOrphans: tables.removeOrphans,
    list: makeServerList({ clock, revision, servers, offers, getConnection: connections.get }),
    onboard: makeOnboarding({
      ...stores,
      db,
      clock,
      requests,
      offers,
      authority,
      lifecycle,
      maxServers: config.auth.max_servers,
      onCreated: notify.serverCreated,
    }),
    update: makeProfileUpdate({ ...stores, db, clock }),
    batchUpdate: makeBatchUpdate({ ...stores, db, clock }),
    remove: makeRemoval({ db, servers, authority, lifecycle, tables, onDeleted: notify.serversDeleted }),
    registerLimit,
    limiter: registerLimit.limiter,
    agentSocket: makeAgentSocket({ log, servers, identity, connections, routeMessage }),
    liveSocket: makeLiveSocket({ log, hub, messages: context.liveMessages }),
    services: {
      servers: serversService,
      agents,
      live: hub.live,
      agentAuthenticator: identity.authenticator,
      serverGate: makeServerGate({ agents, servers, hidden }),
    },
  }
}
