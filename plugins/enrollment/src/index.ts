import { agentAuthenticator, contribute, definePlugin, serverGate } from '@svc/plugin-sdk'
import { audit, rateLimits, retentionTiers } from '@svc/plugin-system/contract'
import { assemble } from './assembly.ts'
import { enrollmentConfig } from './config.ts'
import {
  agentMessages,
  agents,
  live,
  liveMessages,
  liveStatus,
  serverLifecycle,
  servers,
  serverTables as tablesOfServers,
} from './contract.ts'
import { offerExpiry, offlineChecker } from './jobs.ts'
import { servers as serverTables } from './migrations/001-servers.ts'
import { authority as authorityTables } from './migrations/002-authority.ts'
import { terminal } from './migrations/003-terminal.ts'
import { makeOfferCommand } from './offer-command.ts'
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
  provides: { servers, agents, live, agentAuthenticator, serverGate },
  points: { agentMessages, liveMessages, liveStatus, serverLifecycle, serverTables: tablesOfServers },
  migrations: [serverTables, authorityTables, terminal],
  setup({ config, ...context }) {
    const parts = assemble({ config, ...context })
    return {
      provides: parts.services,
      contributes: [
        ...contribute(rateLimits, parts.registerLimit),
        // Ended offers are only needed to explain a late 409; their events are kept forever.
        ...contribute(retentionTiers, {
          table: 'enrollment_offers',
          column: 'ended_at',
          days: config.retention.enrollment_offers_days,
        }),
      ],
      jobs: [offlineChecker(parts.connections), offerExpiry(parts.authority)],
      routes: async (app) => {
        app.register(serverRoutes(parts))
        app.register(batchRoutes(parts))
        app.register(labelRoutes(parts))
        app.register(authorityRoutes(parts))
        app.register(registerRoute(parts))
        app.register(socketRoutes(parts.agentSocket, parts.liveSocket))
      },
      commands: [makeOfferCommand(parts)],
      ready: parts.removeOrphans,
      close() {
        parts.locations.close()
        parts.connections.close()
        parts.hub.close()
      },
    }
  },
})
