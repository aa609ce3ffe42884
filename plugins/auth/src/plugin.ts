import { authenticator, contribute, definePlugin } from '@svc/plugin-sdk'
import { audit, auditActors, outbound, rateLimits, secrets, settings } from '@svc/plugin-system/contract'
import { accountRoutes } from './account/account-routes.ts'
import { resetPassword } from './account/reset-password.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { assemble } from './assembly.ts'
import { config } from './config.ts'
import { credentialIssuers, oauthProviders, signIn, users } from './contract.ts'
import { usersAndSessions } from './migrations/001-users-and-sessions.ts'
import { credentials } from './migrations/002-credentials.ts'
import { oauthAccountRoutes } from './oauth/oauth-account-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { defaultHashCost } from './passwords/passwords.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { loginRoute } from './sign-in/login-route.ts'
import { resetTwoFactor } from './two-factor/reset-two-factor.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'
import { createInitialAdmin } from './users/initial-admin.ts'
import { userRoutes } from './users/user-routes.ts'

/** The plugin; tests hash more cheaply. */
export const makeAuth = (hashCost = defaultHashCost) =>
  definePlugin({
    id: 'auth',
    config,
    requires: { audit, secrets, settings, outbound },
    provides: { authenticator, users, signIn },
    points: { issuers: credentialIssuers, oauthProviders },
    migrations: [usersAndSessions, credentials],
    setup(context) {
      const made = assemble(context, hashCost)
      return {
        provides: { authenticator: made.authenticator, users: made.service, signIn: made.signIn },
        contributes: [
          ...contribute(auditActors, { plugin: 'auth', nameOf: (id) => made.users.get(id)?.username }),
          ...contribute(rateLimits, ...made.limits),
          ...contribute(oauthProviders, ...made.builtIn),
        ],
        jobs: [{ name: 'SessionCleaner', every: 60_000, run: made.sessionActions.expire }],
        commands: [resetPassword(made.accounts), resetTwoFactor(made.twoFactor)],
        routes: async (app) => {
          await app.register(loginRoute(made))
          await app.register(accountRoutes(made.accounts))
          await app.register(sessionRoutes(made))
          await app.register(apiKeyRoutes(made))
          await app.register(twoFactorRoutes(made))
          await app.register(userRoutes(made))
          await app.register(oauthRoutes(made))
          await app.register(oauthAccountRoutes(made))
        },
        ready: async () => {
          await createInitialAdmin(made)
          made.outside.start()
        },
        close: made.outside.stop,
      }
    },
  })
