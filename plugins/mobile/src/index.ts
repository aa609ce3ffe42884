import { credentialIssuers, signIn, users } from '@svc/plugin-auth/contract'
import { contribute, credentialsRevoked, definePlugin, listen, makeRateLimiter } from '@svc/plugin-sdk'
import { audit, rateLimits } from '@svc/plugin-system/contract'
import { makeAuditWriter } from './audit-writer.ts'
import { config } from './config.ts'
import { installationStates, mobileSessions } from './contract.ts'
import { sessionTables } from './migrations/001-sessions.ts'
import { makePairingCodes } from './pairing/pairing-codes.ts'
import { makeRedeem } from './pairing/redeem.ts'
import { makeSessionFinder } from './recovery/find-session.ts'
import { makeGrants } from './recovery/grants.ts'
import { recoverRoute } from './recovery/recover-route.ts'
import { makeRecovery } from './recovery/recovery.ts'
import { deviceRoutes } from './routes/device-routes.ts'
import { revokeRoute } from './routes/revoke-route.ts'
import { tokenRoutes } from './routes/token-routes.ts'
import { makeDeviceActions } from './sessions/device-actions.ts'
import { makeIssuer } from './sessions/issuer.ts'
import { makeRefresh } from './sessions/refresh.ts'
import { makeRemoval } from './sessions/removal.ts'
import { makeRevocationCheck } from './sessions/revocation-check.ts'
import { makeRevoke } from './sessions/revoke.ts'
import { makeSessions } from './sessions/sessions.ts'
import { sessionsStore } from './sessions/sessions-store.ts'
import { makeSignIn } from './sessions/sign-in.ts'

/** Separate from the login limit, so that failed sign-ins from the same address cannot block the cleanup of a phone. */
const revokeLimit = { max: 30, windowMs: 15 * 60_000 }

export default definePlugin({
  id: 'mobile',
  config,
  requires: { audit, users, signIn },
  provides: { mobileSessions },
  points: { states: installationStates },
  migrations: [sessionTables],
  setup({ config, db, clock, emit, audit, users, signIn, states }) {
    const store = sessionsStore(db)
    const writeAudit = makeAuditWriter(audit)
    const remove = makeRemoval({ store, states, emit })
    const revocationCheck = makeRevocationCheck({ db, clock, users, store, remove })
    const sessions = makeSessions({ clock, config, store, remove, emit })
    const common = {
      db,
      clock,
      users,
      signIn,
      store,
      audit,
      writeAudit,
      remove,
      revocationCheck,
      sessions,
    }

    const { issuer, sessionOf } = makeIssuer(common)
    const openSession = makeSignIn(common)
    const devices = makeDeviceActions(common)
    const refresh = makeRefresh(common)
    const revoke = makeRevoke(common)
    const codes = makePairingCodes(common)
    const redeem = makeRedeem({ ...common, codes, openSession })
    const search = makeSessionFinder({ ...common, states })
    const recovery = makeRecovery({ ...common, codes, search, grants: makeGrants(clock) })
    const revokeLimiter = makeRateLimiter(revokeLimit, clock)

    return {
      provides: { mobileSessions: { find: devices.find } },
      contributes: [
        ...contribute(credentialIssuers, issuer),
        ...contribute(rateLimits, { scope: 'mobile_revoke', ...revokeLimit, limiter: revokeLimiter }),
      ],
      on: [listen(credentialsRevoked, recovery.revoked)],
      jobs: [{ name: 'MobileSessionCleaner', every: 3_600_000, run: revocationCheck.clean }],
      routes: async (app) => {
        await app.register(tokenRoutes({ signIn, openSession, redeem, refresh }))
        await app.register(deviceRoutes({ devices, codes, sessionOf }))
        await app.register(revokeRoute({ revoke, revokeLimiter }))
        await app.register(recoverRoute({ signIn, recovery }))
      },
      ready: revocationCheck.clean,
    }
  },
})
