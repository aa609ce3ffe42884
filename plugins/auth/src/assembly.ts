import type { Clock, Core, Registry } from '@svc/plugin-sdk'
import { makeRateLimiter } from '@svc/plugin-sdk'
import type { Audit, Secrets } from '@svc/plugin-system/contract'
import { makeAccounts } from './account/accounts.js'
import { makeStepUp } from './account/step-up.js'
import { byBearer, byCookie, makeAuthenticator } from './authenticator.js'
import type { Config } from './config.js'
import type { CredentialIssuer } from './contract.js'
import { makeOutsideRevocations } from './outside-revocations.js'
import { outsideRevocationsStore } from './outside-revocations-store.js'
import { makePasswords } from './passwords/passwords.js'
import { makeRevocation } from './revocation.js'
import { makeSessionActs } from './sessions/session-acts.js'
import { makeSessions } from './sessions/sessions.js'
import { sessionsStore } from './sessions/sessions-store.js'
import { loginWindowMs, makeSignIn } from './sign-in/sign-in.js'
import { makeWebEntry } from './sign-in/web-entry.js'
import { makeSecondFactor } from './two-factor/second-factor.js'
import { secondFactorStore } from './two-factor/second-factor-store.js'
import { makeUserAdministration } from './users/user-administration.js'
import { usersService } from './users/users-service.js'
import { usersStore } from './users/users-store.js'

interface Context extends Core {
  readonly config: Config
  readonly clock: Clock
  readonly audit: Audit
  readonly secrets: Secrets
  readonly issuers: Registry<CredentialIssuer>
}

/** Puts the parts of the plugin together, from the tables up. */
export function assemble({ config, db, clock, log, emit, audit, secrets, issuers }: Context) {
  const { session_ttl: ttl, secure_cookie: secureCookie } = config.auth
  const limits = { max: config.rate_limit.login_max, windowMs: loginWindowMs }
  const limiter = makeRateLimiter(limits, clock)
  const store = usersStore(db)
  const passwords = makePasswords()
  const sessions = makeSessions(sessionsStore(db), clock, ttl)
  const revocation = makeRevocation({ users: store, sessions, issuers, emit })
  const outside = makeOutsideRevocations({ store: outsideRevocationsStore(db), revocation, clock, log, emit })
  const factors = secondFactorStore(db)
  const secondFactor = makeSecondFactor({ store: factors, secrets, clock, log })
  const stepUp = makeStepUp({ clock, passwords })
  const acts = makeSessionActs({ db, sessions, revocation, audit })
  const shared = { db, clock, log, audit, users: store, passwords, revocation, outside, secureCookie }
  return {
    ...shared,
    sessions,
    acts,
    factors,
    secondFactor,
    secrets,
    stepUp,
    rateLimit: { scope: 'login', ...limits, limiter },
    accounts: makeAccounts({ ...shared, stepUp }),
    administration: makeUserAdministration({ ...shared, factors }),
    signIn: makeSignIn({ ...shared, secondFactor, limiter }),
    enter: makeWebEntry({ sessions, revocation, audit }),
    service: usersService(store, secondFactor),
    authenticator: makeAuthenticator([byCookie(sessions, secureCookie), byBearer(sessions, issuers, store)], log),
  }
}
export type Assembly = ReturnType<typeof assemble>
