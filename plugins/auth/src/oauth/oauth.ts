import type { Clock, Database, Logger, Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { OauthProvider, SignIn, Users } from '../contract.js'
import type { Passwords } from '../passwords/passwords.js'
import type { Sessions } from '../sessions/sessions.js'
import type { WebEntry } from '../sign-in/web-entry.js'
import type { SecondFactor } from '../two-factor/second-factor.js'
import type { UsersStore } from '../users/users-store.js'
import { makeForeignEntry } from './foreign-entry.js'
import { makeForeignSecondFactor } from './foreign-second-factor.js'
import { makeForeignSignIn } from './foreign-sign-in.js'
import { makeLinkedAccounts } from './linked-accounts.js'
import { oauthAccountsStore } from './oauth-accounts-store.js'
import type { OauthConfig } from './oauth-config.js'
import { makePendingFlows } from './pending-flows.js'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly audit: Audit
  readonly config: OauthConfig
  readonly providers: Registry<OauthProvider>
  readonly users: UsersStore
  readonly service: Users
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly signIn: SignIn
  readonly enter: WebEntry
}

/** Puts sign-in at other providers together. */
export function assembleOauth(deps: Deps) {
  const { config, providers } = deps
  const linked = oauthAccountsStore(deps.db)
  const flows = makePendingFlows(deps.clock)
  const waiting = makeForeignSecondFactor({ ...deps, linked })
  const entry = makeForeignEntry({ ...deps, linked, waiting, allowRegistration: config.allow_registration })
  const offered = (id: string) => config.base_url !== '' && providers.get(id) !== undefined
  const linkedAccounts = makeLinkedAccounts({ ...deps, linked, offered })
  const elsewhere = makeForeignSignIn({ ...deps, baseUrl: config.base_url, flows, entry, accounts: linkedAccounts })
  return { flows, elsewhere, linkedAccounts, foreignSecondFactor: waiting }
}
