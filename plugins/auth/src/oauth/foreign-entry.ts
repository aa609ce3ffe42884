import { randomUUID } from 'node:crypto'
import { addressKey, type Clock, type Database, makeRateLimiter, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ForeignIdentity, Users } from '../contract.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Opened, Visitor } from '../sessions/sessions.ts'
import type { WebEntry } from '../sign-in/web-entry.ts'
import { makeToken } from '../token.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { ForeignSecondFactor } from './foreign-second-factor.ts'
import type { OauthAccountRow, OauthAccountsStore } from './oauth-accounts-store.ts'
import { OauthFailure } from './oauth-failure.ts'
import { nextName, registrationName } from './registration-name.ts'

/** Strangers audited per address: enough to see an attack, too few for it to fill the disk. */
const auditedRefusals = { max: 10, windowMs: 15 * 60_000 }

/** A session, or what asks for the second factor first. */
export type Entered = { readonly opened: Opened } | { readonly waiting: string }

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly service: Users
  readonly passwords: Passwords
  readonly secondFactor: Pick<SecondFactor, 'enabled'>
  readonly waiting: Pick<ForeignSecondFactor, 'begin'>
  readonly linked: OauthAccountsStore
  readonly enter: WebEntry
  readonly audit: Audit
  readonly allowRegistration: boolean
}

/**
 * Lets in who proved an identity at a provider. Only the link of that identity counts: an e-mail address says nothing,
 * because whoever runs the provider, or later gets the address, would get the account.
 */
export function makeForeignEntry(deps: Deps) {
  const { db, clock, users, passwords, linked, audit } = deps
  const refusals = makeRateLimiter(auditedRefusals, clock)

  function refuse(provider: string, { subject, email }: ForeignIdentity, ip: string): never {
    try {
      refusals.take(addressKey(ip))
    } catch {
      throw new OauthFailure('registration_disabled')
    }
    const detail = { provider, reason: 'registration_disabled', subject, email }
    audit.write({ userId: 'anonymous', action: 'oauth_login_failed', detail, ip })
    throw new OauthFailure('registration_disabled')
  }

  /** Inside a transaction. */
  function register(provider: string, identity: ForeignIdentity, passwordHash: string, ip: string): OauthAccountRow {
    const now = toSeconds(clock.now())
    const id = randomUUID()
    const wanted = registrationName(provider, identity)
    const account = { id, passwordHash, role: 'member', mustChange: false, hasPassword: false, now } as const
    let username = wanted
    while (!users.insert({ ...account, username })) username = nextName(wanted)
    const link = {
      id: randomUUID(),
      user_id: id,
      provider,
      provider_user_id: identity.subject,
      email: identity.email,
      display_name: identity.displayName,
      created_at: now,
    }
    linked.insert(link)
    audit.write({ userId: id, action: 'user.create', detail: { id, username, role: account.role, provider }, ip })
    return link
  }

  function letIn(link: OauthAccountRow, visitor: Visitor): Entered {
    const { id, user_id: userId, provider } = link
    if (!deps.secondFactor.enabled(userId)) {
      return { opened: deps.enter(userId, visitor, { method: 'oauth', provider }) }
    }
    const stamp = deps.service.securityStamp(userId) ?? ''
    return { waiting: deps.waiting.begin({ userId, linkId: id, provider, stamp }) }
  }

  return async (provider: string, identity: ForeignIdentity, visitor: Visitor): Promise<Entered> => {
    const { subject, email, displayName } = identity
    const known = () => linked.find(provider, subject)
    if (!known() && !deps.allowRegistration) return refuse(provider, identity, visitor.ip)
    // slow, so not inside the transaction; nobody knows the password
    const passwordHash = known() ? undefined : await passwords.hash(makeToken())
    return db.transaction(() => {
      const link = known()
      if (link) linked.describe(link.id, email, displayName)
      // unlinked at this very moment
      else if (!passwordHash) throw new OauthFailure('expired')
      return letIn(link ?? register(provider, identity, passwordHash as string, visitor.ip), visitor)
    })
  }
}
export type ForeignEntry = ReturnType<typeof makeForeignEntry>
