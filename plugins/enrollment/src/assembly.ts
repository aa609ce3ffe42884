import { type Core, makeRateLimiter, type Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeAgentIdentity } from './agents/agent-identity.ts'
import { makeAgentSocket } from './agents/agent-socket.ts'
import { makeAgents, makeCapabilityGate } from './agents/agents-service.ts'
import { makeConnections } from './agents/connections.ts'
import { identityMessages } from './agents/identity-messages.ts'
import { makeInbox } from './agents/inbox.ts'
import { makeTraffic } from './agents/traffic.ts'
import { makeAnnouncements } from './announcements.ts'
import { makeAuthority } from './authority.ts'
import { makeBatchUpdate } from './batch-update.ts'
import type { EnrollmentConfig } from './config.ts'
import type { AgentMessage, LiveMessage, LiveStatus, ServerLifecycle, Servers } from './contract.ts'
import { eventsStore } from './events-store.ts'
import { groupsStore } from './groups-store.ts'
import { makeHiddenServers } from './hidden-servers.ts'
import { makeFullSync } from './live/full-sync.ts'
import { makeHub } from './live/hub.ts'
import { makeLiveSocket } from './live/live-socket.ts'
import { makeLocating } from './locating.ts'
import { makeOffers } from './offers.ts'
import { offersStore } from './offers-store.ts'
import { makeOnboarding } from './onboarding.ts'
import { makeProfileUpdate } from './profile-update.ts'
import { makeRemoval } from './removal.ts'
import { requestsStore } from './requests-store.ts'
import { makeRevision } from './revision.ts'
import { makeServerList } from './server-list.ts'
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
}

const registerWindowMs = 15 * 60_000

/** Attempts to register, by client address. */
function registerLimiting(max: number, clock: Core['clock']) {
  const budget = { max, windowMs: registerWindowMs }
  return { scope: 'register', ...budget, limiter: makeRateLimiter(budget, clock) }
}

/** Builds the plugin's objects, each from the ones above it. */
export function assemble(context: Context) {
  const { db, clock, log, audit, config, emit, serverLifecycle: lifecycle } = context
  const stores = { servers: serversStore(db), groups: groupsStore(db), tags: tagsStore(db) }
  const { servers } = stores
  const requests = requestsStore(db)
  const events = eventsStore(db)
  const registerLimit = registerLimiting(config.rate_limit.register_max, clock)
  const offered = offersStore(db)
  const revision = makeRevision(db)
  const hidden = makeHiddenServers({ servers, events, revision })
  const offers = makeOffers({ store: offered, clock })

  const hub = makeHub({ clock, hidden, snapshot: (role) => fullSync(role) })
  const traffic = makeTraffic({ clock, log })
  const connections = makeConnections({ clock, log, emit, servers, live: hub.live, revision })
  const fullSync = makeFullSync({ ...stores, clock, offers, connections, status: context.liveStatus })
  const live = connections.get

  const announce = makeAnnouncements({
    emit,
    hub,
    hidden,
    revision,
    connections,
    traffic,
    authorityOf: (id) => authority.of(id),
  })
  const authority = makeAuthority({
    db,
    clock,
    servers,
    offersStore: offered,
    offers,
    events,
    committed: announce.authority,
  })

  const own = identityMessages({ db, clock, emit, servers, live: hub.live, revision, audit })
  const inbox = makeInbox({ clock, log, traffic, own, contributed: context.agentMessages })
  const identity = makeAgentIdentity(servers)
  const locating = makeLocating({ clock, servers, revision, located: announce.located })
  const agents = makeAgents({ connections, servers, traffic })
  const serversService: Servers = {
    get: (id) => {
      const row = servers.get(id)
      return row && publicServer(row)
    },
    list: () => servers.list().map(publicServer),
    ids: servers.ids,
    addresses: servers.whereabouts,
    locate: locating.locate,
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
    announce,
    connections,
    hub,
    live,
    locating,
    list: makeServerList({ clock, revision, servers, offers, live }),
    onboard: makeOnboarding({
      ...stores,
      db,
      clock,
      requests,
      offers,
      authority,
      lifecycle,
      maxServers: config.auth.max_servers,
      created: announce.created,
    }),
    update: makeProfileUpdate({ ...stores, db, clock }),
    batchUpdate: makeBatchUpdate({ ...stores, db, clock }),
    remove: makeRemoval({ db, servers, authority, lifecycle, removed: announce.removed }),
    registerLimit,
    limiter: registerLimit.limiter,
    agentSocket: makeAgentSocket({ log, servers, identity, connections, inbox }),
    liveSocket: makeLiveSocket({ log, hub, messages: context.liveMessages }),
    services: {
      servers: serversService,
      agents,
      live: hub.live,
      agentAuthenticator: identity.authenticator,
      capabilityGate: makeCapabilityGate(agents, servers),
    },
  }
}
