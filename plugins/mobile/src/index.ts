import { credentialIssuers, signIn, users } from '@svc/plugin-auth/contract'
import { contribute, credentialsRevoked, definePlugin, listen } from '@svc/plugin-sdk'
import { audit, rateLimits } from '@svc/plugin-system/contract'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { installationStates, mobileSessions } from './contract.ts'
import { sessions } from './migrations/001-sessions.ts'
import { recoverRoute } from './recovery/recover-route.ts'
import { deviceRoutes } from './routes/device-routes.ts'
import { revokeRoute } from './routes/revoke-route.ts'
import { tokenRoutes } from './routes/token-routes.ts'

export default definePlugin({
  id: 'mobile',
  config,
  requires: { audit, users, signIn },
  provides: { mobileSessions },
  points: { states: installationStates },
  migrations: [sessions],
  setup(context) {
    const made = assemble(context)
    return {
      provides: { mobileSessions: { find: made.devices.find } },
      contributes: [...contribute(credentialIssuers, made.issuer), ...contribute(rateLimits, made.rateLimit)],
      on: [listen(credentialsRevoked, made.recovery.revoked)],
      jobs: [{ name: 'MobileSessionCleaner', every: 3_600_000, run: made.revocationCheck.clean }],
      routes: async (app) => {
        await app.register(tokenRoutes(made))
        await app.register(deviceRoutes(made))
        await app.register(revokeRoute(made))
        await app.register(recoverRoute(made))
      },
      ready: made.revocationCheck.clean,
    }
  },
})
