import { agentAuthenticator, capabilityGate, contribute, definePlugin } from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { offlineChecker } from './agents/offline-checker.ts'
import { assemble } from './assembly.ts'
import { enrollmentConfig } from './config.ts'
import { agentMessages, agents, live, liveMessages, liveStatus, serverLifecycle, servers } from './contract.ts'
import { servers as serverTables } from './migrations/001-servers.ts'
import { authority as authorityTables } from './migrations/002-authority.ts'
import { terminal } from './migrations/003-terminal.ts'
import { makeOfferCommand } from './offer-command.ts'
import { endedOffers, offerExpiry } from './offer-expiry.ts'
import { authorityRoutes } from './routes/authority-routes.ts'
import { batchRoutes } from './routes/batch-routes.ts'
import { labelRoutes } from './routes/label-routes.ts'
import { registerRoute } from './routes/register-route.ts'
import { serverRoutes } from './routes/server-routes.ts'
import { socketRoutes } from './routes/socket-routes.ts'

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
