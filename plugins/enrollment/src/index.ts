import {
  agentAuthenticator,
  contribute,
  dashboardsChanged,
  definePlugin,
  listen,
  type Role,
  serverGate,
} from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { makeAgentFeature } from './agents/feature.ts'
import { makeAuthority } from './authority.ts'
import { makeBatchUpdate } from './batch-update.ts'
import { makeChangeNotifier } from './change-notifier.ts'
import { enrollmentConfig } from './config.ts'
import {
  agentMessages,
  agentOffline,
  agentOnline,
  agents,
  capabilitiesReported,
  featuresChanged,
  health,
  healthSources,
  live,
  liveMessages,
  liveStatus,
  liveTopics,
  liveUpgrades,
  publishedServers,
  serverLifecycle,
  servers,
  serverTables,
  viewerStreams,
} from './contract.ts'
import { eventsStore } from './events-store.ts'
import { groupsStore } from './groups-store.ts'
import { makeHealth } from './health/health.ts'
import { healthRoutes } from './health/health-routes.ts'
import { makeHiddenServers } from './hidden-servers.ts'
import { makeAllFeatures } from './live/all-features.ts'
import { makeFullSync } from './live/full-sync.ts'
import { makeHub } from './live/hub.ts'
import { makeLiveSocket } from './live/live-socket.ts'
import { makeLiveTopics } from './live/live-topics.ts'
import { makeLocations } from './locations.ts'
import { serversAndLabels } from './migrations/001-servers.ts'
import { offersAndEvents } from './migrations/002-authority.ts'
import { billingDefaults } from './migrations/003-billing-defaults.ts'
import { makeOfferCommand } from './offer-command.ts'
import { makeOffers } from './offers.ts'
import { offersStore } from './offers-store.ts'
import { makeOnboarding } from './onboarding.ts'
import { makeProfileUpdate } from './profile-update.ts'
import { makePublishedServers } from './published-servers.ts'
import { makeRemoval } from './removal.ts'
import { requestsStore } from './requests-store.ts'
import { makeRevision } from './revision.ts'
import { agentPluginRoutes } from './routes/agent-plugin-routes.ts'
import { authorityRoutes } from './routes/authority-routes.ts'
import { batchRoutes } from './routes/batch-routes.ts'
import { capabilityRoutes } from './routes/capability-routes.ts'
import { labelRoutes } from './routes/label-routes.ts'
import { makeRegisterLimit, registerRoute } from './routes/register-route.ts'
import { serverRoutes } from './routes/server-routes.ts'
import { makeServerList } from './server-list.ts'
import { makeServersService } from './servers-service.ts'
import { serversStore } from './servers-store.ts'
import { agentFrames, liveFrames } from './socket-descriptions.ts'
import { tagsStore } from './tags-store.ts'

export default definePlugin({
  id: 'enrollment',
  config: enrollmentConfig,
  requires: { audit },
  provides: { servers, publishedServers, agents, health, live, agentAuthenticator, serverGate },
  points: {
    agentMessages,
    healthSources,
    liveMessages,
    liveStatus,
    liveTopics,
    liveUpgrades,
    serverLifecycle,
    serverTables,
    viewerStreams,
  },
  migrations: [serversAndLabels, offersAndEvents, billingDefaults],
  setup({ config, audit, ...core }) {
    const {
      db,
      clock,
      log,
      emit,
      capabilities,
      agentMessages,
      liveMessages,
      liveStatus,
      liveUpgrades,
      serverLifecycle,
      serverTables,
    } = core

    const servers = serversStore(db)
    const groups = groupsStore(db)
    const tags = tagsStore(db)
    const requests = requestsStore(db)
    const events = eventsStore(db)
    const offers = makeOffers({ store: offersStore(db), clock })
    const revision = makeRevision(db)
    const hidden = makeHiddenServers({ servers, events, revision })

    const snapshot = (role: Role) => fullSync(role)
    const hub = makeHub({ clock, hidden, db, snapshot })
    const live = hub.live
    const allFeatures = makeAllFeatures(liveStatus)
    const topics = makeLiveTopics({ clock, topics: core.liveTopics, db })
    const link = makeAgentFeature({
      ...core,
      audit,
      servers,
      hidden,
      revision,
      live,
      contributed: agentMessages,
      streams: core.viewerStreams,
      allFeatures,
    })
    const { connections, viewerStreams } = link
    const serverHealth = makeHealth({ db, log, sources: core.healthSources, servers, connections, live })
    const refreshHealth = ({ serverId }: { readonly serverId: string }) => serverHealth.service.refresh([serverId])
    const fullSync = makeFullSync({
      clock,
      servers,
      tags,
      offers,
      connections,
      status: liveStatus,
      upgrades: liveUpgrades,
      health: serverHealth.service,
      allFeatures,
    })

    const authorityOf = (id: string) => authority.of(id)
    const notify = makeChangeNotifier({
      db,
      emit,
      hub,
      hidden,
      revision,
      connections,
      viewerStreams,
      forget(serverId) {
        link.forget(serverId)
        offers.forget(serverId)
        serverHealth.forget(serverId)
      },
      authorityOf,
    })
    const authority = makeAuthority({
      ...{ db, clock, servers, offers, events },
      onCommitted(serverId, fenced) {
        notify.authorityChanged(serverId, fenced)
        refreshHealth({ serverId })
      },
    })
    const locations = makeLocations({ clock, servers, revision, onChanged: notify.locationsChanged })
    const stores = { db, clock, servers, groups, tags }
    const onboard = makeOnboarding({
      ...stores,
      requests,
      offers,
      authority,
      lifecycle: serverLifecycle,
      maxServers: config.auth.max_servers,
      onCreated: notify.serverCreated,
    })
    const update = makeProfileUpdate({ ...stores, onUpdated: notify.profileUpdated })
    const batchUpdate = makeBatchUpdate({ ...stores, onUpdated: notify.labelsChanged })
    const { remove, removeOrphans } = makeRemoval({
      ...core,
      servers,
      authority,
      lifecycle: serverLifecycle,
      tables: serverTables,
      onDeleted: notify.serversDeleted,
    })
    const list = makeServerList({ clock, revision, servers, offers, getConnection: connections.get })
    const liveSocket = makeLiveSocket({ log, hub, messages: liveMessages, viewerStreams, topics })
    const registerLimit = makeRegisterLimit(config.rate_limit.register_max, clock)

    return {
      provides: {
        servers: makeServersService({ servers, tags, hidden, locate: locations.locate }),
        publishedServers: makePublishedServers({ servers, groups, revision }),
        agents: link.agents,
        health: serverHealth.service,
        live: { ...live, toViewers: viewerStreams.toViewers, publish: topics.publish },
        agentAuthenticator: link.authenticator,
        serverGate: link.gate,
      },
      contributes: [
        ...contribute(rateLimits, registerLimit),
        // Ended offers are only needed to explain a late 409; their events are kept forever.
        ...contribute(retentionTiers, {
          table: 'enrollment_offers',
          column: 'ended_at',
          days: config.retention.enrollment_offers_days,
        }),
      ],
      on: [
        listen(agentOffline, viewerStreams.onAgentChanged),
        listen(agentOffline, refreshHealth),
        listen(agentOnline, refreshHealth),
        listen(dashboardsChanged, hub.reconnect),
        listen(capabilitiesReported, viewerStreams.onAgentChanged),
        listen(featuresChanged, viewerStreams.onFeaturesChanged),
      ],
      jobs: [
        { name: 'OfflineChecker', every: 10_000, run: connections.dropUnresponsive },
        { name: 'OfferExpiry', every: 60_000, run: authority.recordExpired },
      ],
      routes: async (app) => {
        app.register(
          serverRoutes({
            ...{ servers, offers, audit, onboard, update, remove, list },
            getConnection: connections.get,
            liveList: hub.list,
          }),
        )
        app.register(batchRoutes({ db, audit, batchUpdate, remove }))
        app.register(labelRoutes({ clock, servers, groups, tags, hidden, audit, notify }))
        app.register(capabilityRoutes(capabilities))
        app.register(agentPluginRoutes(link.pluginsOf))
        app.register(healthRoutes({ servers, hidden, health: serverHealth.service, text: core.text }))
        app.register(authorityRoutes({ authority, events, hidden }))
        app.register(registerRoute({ authority, limiter: registerLimit.limiter }))
        // The kernel authenticates both before the WebSocket upgrade.
        app.get(
          '/api/agent/ws',
          {
            websocket: true,
            config: { access: 'agent' },
            schema: { summary: 'Connection of an agent', description: agentFrames },
          },
          (socket, req) => link.socket(socket, req.agent, req.ip),
        )
        app.get(
          '/api/ws/servers',
          {
            websocket: true,
            config: { access: 'member', compresses: true },
            schema: { summary: 'Live updates for browsers', description: liveFrames },
          },
          (socket, req) => liveSocket(socket, req.principal),
        )
      },
      commands: [makeOfferCommand({ authority, requests, onboard, text: core.text })],
      ready: removeOrphans,
      close() {
        offers.close()
        locations.close()
        viewerStreams.close()
        connections.close()
        topics.close()
        hub.close()
      },
    }
  },
})
