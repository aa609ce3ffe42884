import { agentAuthenticator, capabilityGate, contribute, definePlugin } from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { offlineChecker } from './agents/offline-checker.js'
import { assemble } from './assembly.js'
import { enrollmentConfig } from './config.js'
import { agentMessages, agents, live, liveMessages, liveStatus, serverLifecycle, servers } from './contract.js'
import { servers as serverTables } from './migrations/001-servers.js'
import { authority as authorityTables } from './migrations/002-authority.js'
import { terminal } from './migrations/003-terminal.js'
import { makeOfferCommand } from './offer-command.js'
import { endedOffers, offerExpiry } from './offer-expiry.js'
import { authorityRoutes } from './routes/authority-routes.js'
import { batchRoutes } from './routes/batch-routes.js'
import { labelRoutes } from './routes/label-routes.js'
import { registerRoute } from './routes/register-route.js'
import { serverRoutes } from './routes/server-routes.js'
import { socketRoutes } from './routes/socket-routes.js'

export default definePlugin({
  id: 'enrollment',
  config: enrollmentConfig,
  requires: { audit },
  provides: { servers, agents, live, agentAuthenticator, capabilityGate },
  points: { agentMessages, liveMessages, liveStatus, serverLifecycle },
  migrations: [serverTables, authorityTables, terminal],
  setup({ config, ...context }) {
    const made = assemble({ config, ...context })
    return {
      provides: made.services,
      contributes: [
        ...contribute(rateLimits, made.registerLimit),
        ...contribute(retentionTiers, endedOffers(config.retention.enrollment_offers_days)),
      ],
      jobs: [offlineChecker(made.connections), offerExpiry(made.authority)],
      routes: async (app) => {
        app.register(serverRoutes(made))
        app.register(batchRoutes(made))
        app.register(labelRoutes(made))
        app.register(authorityRoutes(made))
        app.register(registerRoute(made))
        app.register(socketRoutes(made.agentSocket, made.liveSocket))
      },
      commands: [makeOfferCommand(made)],
      close() {
        made.locating.close()
        made.connections.close()
        made.hub.close()
      },
    }
  },
})
