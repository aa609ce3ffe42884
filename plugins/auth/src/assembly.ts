import type { Clock, Core, Registry } from '@svc/plugin-sdk'
import type { Audit, Outbound, Secrets, Settings } from '@svc/plugin-system/contract'
import { makeAccounts } from './account/accounts.ts'
import { makeOwnerProof } from './account/owner-proof.ts'
import { makeStepUp } from './account/step-up.ts'
import { makeApiKeys } from './api-keys/api-keys.ts'
import { apiKeysStore } from './api-keys/api-keys-store.ts'
import { byApiKey, byBearer, byCookie, makeAuthenticator } from './authenticator.ts'
import type { Config } from './config.ts'
import type { CredentialIssuer, OauthProvider } from './contract.ts'
import { makeCredentialCheck } from './credential-check.ts'
import { builtInProviders } from './oauth/built-in-providers.ts'
import { assembleOauth } from './oauth/oauth.ts'
import { makeOutsideRevocations } from './outside-revocations.ts'
import { outsideRevocationsStore } from './outside-revocations-store.ts'
import { type HashCost, makePasswords } from './passwords/passwords.ts'
import { makeRevocation } from './revocation.ts'
import { makeSessionActions } from './sessions/session-actions.ts'
import { makeSessions } from './sessions/sessions.ts'
import { sessionsStore } from './sessions/sessions-store.ts'
import { makeOpenWebSession } from './sign-in/open-web-session.ts'
import { makeSignIn } from './sign-in/sign-in.ts'
import { makeSignInLimits } from './sign-in/sign-in-limits.ts'
import { makeSignedInResponse } from './sign-in/signed-in-response.ts'
import { makeSecondFactor } from './two-factor/second-factor.ts'
import { makeSecondFactorActions } from './two-factor/second-factor-actions.ts'
import { makeSecondFactorSetup } from './two-factor/second-factor-setup.ts'
import { secondFactorStore } from './two-factor/second-factor-store.ts'
import { makeUserAdministration } from './users/user-administration.ts'
import { usersService } from './users/users-service.ts'
import { usersStore } from './users/users-store.ts'

interface Context extends Core {
  readonly config: Config
  readonly clock: Clock
  readonly audit: Audit
  readonly secrets: Secrets
  readonly settings: Settings
  readonly outbound: Outbound
  readonly issuers: Registry<CredentialIssuer>
  readonly oauthProviders: Registry<OauthProvider>
}

/** Puts the parts of the plugin together, from the tables up. */
export function assemble(context: Context, hashCost: HashCost) {
  const {
    config,
    db,
    clock,
    log,
    emit,
    audit,
    secrets,
    settings,
    outbound,
    issuers,
    oauthProviders: providers,
  } = context
  const { session_ttl: ttl, secure_cookie: secureCookie } = config.auth
  const limits = makeSignInLimits(config.rate_limit.login_max, clock)
  const store = usersStore(db)
  const passwords = makePasswords(hashCost)
  const sessions = makeSessions(sessionsStore(db), clock, ttl)
  const revocation = makeRevocation({ users: store, sessions, issuers, emit })
  const outside = makeOutsideRevocations({ store: outsideRevocationsStore(db), revocation, clock, log, emit })
  const factors = secondFactorStore(db)
  const secondFactor = makeSecondFactor({ store: factors, secrets, clock, log, audit })
  const keys = apiKeysStore(db)
  const { requireValid: requireValidCredential } = makeCredentialCheck({ clock, sessions, keys, issuers })
  const stepUp = makeStepUp({ db, clock, passwords, audit })
  const proveOwner = makeOwnerProof({ db, users: store, stepUp, secondFactor, requireValidCredential })
  const sessionActions = makeSessionActions({ db, sessions, revocation, audit })
  const shared = {
    db,
    clock,
    log,
    audit,
    users: store,
    passwords,
    revocation,
    outside,
    requireValidCredential,
    secureCookie,
  }
  const apiKeys = makeApiKeys({ ...shared, store: keys })
  const service = usersService(store, secondFactor)
  const signIn = makeSignIn({ ...shared, sessions, secondFactor, limits })
  const openWebSession = makeOpenWebSession({ sessions, revocation, audit })
  const forOauth = {
    ...shared,
    config: config.oauth,
    providers,
    sessions,
    secondFactor,
    service,
    signIn,
    openWebSession,
  }
  return {
    ...shared,
    ...assembleOauth(forOauth),
    builtIn: builtInProviders({ ...shared, config: config.oauth, outbound }),
    signedInResponse: makeSignedInResponse({ log, secureCookie }),
    sessions,
    sessionActions,
    factors,
    secondFactor,
    secrets,
    stepUp,
    limits: Object.values(limits),
    apiKeys,
    twoFactorSetup: makeSecondFactorSetup({ ...shared, factors, secrets, settings, stepUp }),
    twoFactor: makeSecondFactorActions({ ...shared, factors, proveOwner }),
    accounts: makeAccounts({ ...shared, stepUp }),
    administration: makeUserAdministration({ ...shared, factors }),
    signIn,
    openWebSession,
    service,
    authenticator: makeAuthenticator(
      [byCookie(sessions, secureCookie), byApiKey(apiKeys), byBearer(sessions, issuers, store)],
      log,
    ),
  }
}
