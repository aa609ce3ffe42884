import { authenticator, contribute, definePlugin, type Routes } from '@svc/plugin-sdk'
import { audit, auditActors } from '@svc/plugin-system/contract'
import { accountRoutes } from './account-routes.js'
import { makeAccounts } from './accounts.js'
import { byBearer, byCookie, makeAuthenticator } from './authenticator.js'
import { config } from './config.js'
import { users } from './contract.js'
import { createInitialAdmin } from './initial-admin.js'
import { loginRoute } from './login-route.js'
import { usersAndSessions } from './migrations/001-users-and-sessions.js'
import { makePasswords } from './passwords.js'
import { resetPassword } from './reset-password.js'
import { sessionRoutes } from './session-routes.js'
import { makeSessions } from './sessions.js'
import { sessionsStore } from './sessions-store.js'
import { publicUser, usersStore } from './users-store.js'

export default definePlugin({
  id: 'auth',
  config,
  requires: { audit },
  provides: { authenticator, users },
  migrations: [usersAndSessions],
  setup({ config, db, clock, log, emit, audit }) {
    const { session_ttl: ttl, secure_cookie: secureCookie } = config.auth
    const store = usersStore(db)
    const passwords = makePasswords()
    const sessions = makeSessions(sessionsStore(db), clock, ttl)
    const accounts = makeAccounts({ db, clock, emit, users: store, sessions, passwords, audit })
    const routes: Routes = async (app) => {
      const loginMax = config.rate_limit.login_max
      await app.register(loginRoute({ accounts, audit, clock, log, loginMax, secureCookie }))
      await app.register(accountRoutes(accounts))
      await app.register(sessionRoutes({ accounts, sessions, secureCookie }))
    }
    return {
      provides: {
        authenticator: makeAuthenticator([byCookie(sessions, secureCookie), byBearer(sessions)], log),
        users: { get: (id) => publicUser(store.get(id)) },
      },
      contributes: contribute(auditActors, { plugin: 'auth', nameOf: (id) => store.get(id)?.username }),
      jobs: [{ name: 'SessionCleaner', every: 3_600_000, run: accounts.expire }],
      commands: [resetPassword(accounts)],
      routes,
      ready: () => createInitialAdmin({ db, clock, log, users: store, passwords }),
    }
  },
})
