import { authenticator, contribute, definePlugin } from '@svc/plugin-sdk'
import { audit, auditActors, outbound, rateLimits, secrets, settings } from '@svc/plugin-system/contract'
import { accountRoutes } from './account/account-routes.ts'
import { makeAccounts } from './account/accounts.ts'
import { makeOwnerProof } from './account/owner-proof.ts'
import { makeStepUp } from './account/step-up.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { makeApiKeys } from './api-keys/api-keys.ts'
import { apiKeysStore } from './api-keys/api-keys-store.ts'
import { byApiKey, byBearer, byCookie, byGuest, makeAuthenticator } from './authenticator.ts'
import { resetPassword, resetTwoFactor } from './commands.ts'
import { config } from './config.ts'
import {
  credentialIssuers,
  guestAccounts,
  oauthProviders,
  ownerProof,
  sessionAddresses,
  signIn,
  users,
} from './contract.ts'
import { makeCredentialCheck } from './credential-check.ts'
import { usersAndSessions } from './migrations/001-users-and-sessions.ts'
import { credentials } from './migrations/002-credentials.ts'
import { builtInProviders } from './oauth/built-in-providers.ts'
import { makeOauthFeature } from './oauth/feature.ts'
import { oauthAccountRoutes } from './oauth/oauth-account-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { makeOutsideRevocations } from './outside-revocations.ts'
import { defaultHashCost, makePasswords } from './passwords/passwords.ts'
import { makeRevocation } from './revocation.ts'
import { makeSessionActions } from './sessions/session-actions.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { makeSessions } from './sessions/sessions.ts'
import { sessionsStore } from './sessions/sessions-store.ts'
import { makeFailureAudit } from './sign-in/failure-audit.ts'
import { loginRoute } from './sign-in/login-route.ts'
import { makeOpenWebSession } from './sign-in/open-web-session.ts'
import { makeSignIn, makeSignInLimits } from './sign-in/sign-in.ts'
import { makeSignedInResponse } from './sign-in/signed-in-response.ts'
import { makeSecondFactor } from './two-factor/second-factor.ts'
import { makeSecondFactorActions } from './two-factor/second-factor-actions.ts'
import { makeSecondFactorSetup } from './two-factor/second-factor-setup.ts'
import { secondFactorStore } from './two-factor/second-factor-store.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'
import { makeInitialAdmin } from './users/initial-admin.ts'
import { makeUserAdministration } from './users/user-administration.ts'
import { userRoutes } from './users/user-routes.ts'
import { usersService } from './users/users-service.ts'
import { usersStore } from './users/users-store.ts'

/** The plugin; tests hash more cheaply. */
export const makeAuth = (hashCost = defaultHashCost) =>
  definePlugin({
    id: 'auth',
    config,
    requires: { audit, secrets, settings, outbound },
    provides: { authenticator, ownerProof, sessionAddresses, users, signIn },
    points: { issuers: credentialIssuers, guests: guestAccounts, oauthProviders },
    migrations: [usersAndSessions, credentials],
    setup({
      config,
      db,
      clock,
      log,
      announce,
      emit,
      audit,
      secrets,
      settings,
      outbound,
      issuers,
      guests,
      oauthProviders: providers,
    }) {
      const { session_ttl: sessionTtl, secure_cookie: secureCookie } = config.auth
      const users = usersStore(db)
      const factors = secondFactorStore(db)
      const keys = apiKeysStore(db)
      const passwords = makePasswords(hashCost)
      const sessions = makeSessions(sessionsStore(db), clock, sessionTtl)

      const initialAdmin = makeInitialAdmin({ db, clock, users, passwords, guests, announce })
      const revocation = makeRevocation({ users, sessions, issuers, emit })
      const outside = makeOutsideRevocations({ db, revocation, clock, log, emit })
      const { requireValid: requireValidCredential } = makeCredentialCheck({ clock, sessions, keys, issuers })
      const common = { db, clock, log, audit, users, passwords, revocation, outside, requireValidCredential }

      const secondFactor = makeSecondFactor({ store: factors, secrets, clock, log, audit })
      const stepUp = makeStepUp({ db, clock, passwords, audit })
      const proveOwner = makeOwnerProof({ ...common, stepUp, secondFactor })
      const twoFactorSetup = makeSecondFactorSetup({ ...common, factors, secrets, settings, stepUp })
      const twoFactor = makeSecondFactorActions({ ...common, factors, proveOwner })

      const accounts = makeAccounts({ ...common, keys, stepUp })
      const administration = makeUserAdministration({ ...common, factors, keys })
      const apiKeys = makeApiKeys({ ...common, store: keys })
      const sessionActions = makeSessionActions({ sessions, revocation, audit })
      const service = usersService(users, secondFactor)

      const limits = makeSignInLimits(config.rate_limit.login_max, clock)
      const failureAudit = makeFailureAudit({ audit, clock })
      const signIn = makeSignIn({ ...common, sessions, secondFactor, failureAudit, limits })
      const openWebSession = makeOpenWebSession({ sessions, revocation, audit })
      const signedInResponse = makeSignedInResponse({ log, secureCookie })
      const oauth = makeOauthFeature({
        ...common,
        config: config.oauth,
        providers,
        sessions,
        secondFactor,
        service,
        signIn,
        failureAudit,
        openWebSession,
      })
      const authenticator = makeAuthenticator(
        [
          byCookie(sessions, secureCookie),
          byApiKey(apiKeys),
          byBearer(sessions, issuers, users),
          byGuest(guests, users),
        ],
        log,
      )

      return {
        provides: {
          authenticator,
          ownerProof: proveOwner,
          sessionAddresses: { list: sessions.addresses },
          users: service,
          signIn,
        },
        contributes: [
          ...contribute(auditActors, { plugin: 'auth', nameOf: (id) => users.get(id)?.username }),
          ...contribute(rateLimits, ...Object.values(limits)),
          ...contribute(
            oauthProviders,
            ...builtInProviders({
              config: config.oauth,
              outbound: outbound.withPrivate(config.oauth.allow_private),
              clock,
              log,
              secureCookie,
            }),
          ),
        ],
        jobs: [{ name: 'SessionCleaner', every: 60_000, run: sessionActions.expire }],
        commands: [resetPassword(accounts), resetTwoFactor(twoFactor)],
        routes: async (app) => {
          await app.register(loginRoute({ signIn, openWebSession, signedInResponse }))
          await app.register(accountRoutes(accounts))
          await app.register(sessionRoutes({ sessionActions, sessions, secureCookie }))
          await app.register(apiKeyRoutes({ apiKeys }))
          await app.register(twoFactorRoutes({ twoFactorSetup, twoFactor, factors }))
          await app.register(userRoutes({ administration, secureCookie }))
          await app.register(oauthRoutes({ ...oauth, authenticator, clock, secureCookie }))
          await app.register(oauthAccountRoutes({ ...oauth, signedInResponse, secureCookie }))
        },
        ready: async () => {
          await initialAdmin.prepare()
          outside.start()
        },
        listening: initialAdmin.create,
        close() {
          outside.stop()
          failureAudit.close()
        },
      }
    },
  })

export default makeAuth()
