import type { Clock, Database, Logger, Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { OauthProvider, SignIn, Users } from '../contract.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { FailureAudit } from '../sign-in/failure-audit.ts'
import type { OpenWebSession } from '../sign-in/open-web-session.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import type { UsersStore } from '../users/users-store.ts'
import { makeIdentitySignIn } from './identity-sign-in.ts'
import { makeLinkedAccounts } from './linked-accounts.ts'
import { oauthAccountsStore } from './oauth-accounts-store.ts'
import type { OauthConfig } from './oauth-config.ts'
import { makeOauthSecondFactor } from './oauth-second-factor.ts'
import { makeOauthSignIn } from './oauth-sign-in.ts'
import { makePendingFlows } from './pending-flows.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly audit: Audit
  readonly failureAudit: FailureAudit
  readonly config: OauthConfig
  readonly providers: Registry<OauthProvider>
  readonly users: UsersStore
  readonly service: Users
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly signIn: SignIn
  readonly openWebSession: OpenWebSession
}

/** Wires the parts of provider sign-in. */
export function makeOauthFeature(deps: Deps) {
  const { config, providers } = deps
  const linked = oauthAccountsStore(deps.db)
  const flows = makePendingFlows(deps.clock)
  const oauthSecondFactor = makeOauthSecondFactor({ ...deps, linked })
  const signInIdentity = makeIdentitySignIn({
    ...deps,
    linked,
    waiting: oauthSecondFactor,
    allowRegistration: config.allow_registration,
  })
  const offered = (id: string) => config.base_url !== '' && providers.get(id) !== undefined
  const linkedAccounts = makeLinkedAccounts({ ...deps, linked, offered })
  const oauthSignIn = makeOauthSignIn({
    ...deps,
    baseUrl: config.base_url,
    flows,
    signInIdentity,
    accounts: linkedAccounts,
  })
  return { flows, oauthSignIn, linkedAccounts, oauthSecondFactor }
}
