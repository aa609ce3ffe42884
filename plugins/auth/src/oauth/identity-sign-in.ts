import { randomBytes, randomUUID } from 'node:crypto'
import {
  ApiError,
  addressKey,
  type Clock,
  type Database,
  makeRateLimiter,
  toSeconds,
  violatedRule,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ExternalIdentity, Users } from '../contract.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import type { Visitor } from '../sessions/visitor.ts'
import { Username } from '../sign-in/credential-schema.ts'
import type { FailureAudit } from '../sign-in/failure-audit.ts'
import type { OpenWebSession } from '../sign-in/open-web-session.ts'
import { makeToken } from '../token.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import { requireUsername } from '../users/username.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { OauthAccountRow, OauthAccountsStore } from './oauth-accounts-store.ts'
import { OauthError } from './oauth-error.ts'
import type { OauthSecondFactor } from './oauth-second-factor.ts'

/** Leaves room for the suffix of `nextName`. */
const maxNameLength = 57

const toValidName = (name: string): string | undefined => {
  if (violatedRule(Username, name)) return undefined
  try {
    return requireUsername('username', name)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Username for a new account: provider and display name or email, whichever is valid first. */
function registrationName(provider: string, { displayName, email }: ExternalIdentity): string {
  for (const part of [displayName, email?.split('@')[0]]) {
    if (!part) continue
    const name = toValidName(Array.from(`${provider}_${part}`.normalize('NFC')).slice(0, maxNameLength).join(''))
    if (name) return name
  }
  return `${provider}_user`.slice(-maxNameLength)
}

/** An alternative for a taken name. */
const nextName = (name: string): string => `${name}_${randomBytes(3).toString('hex')}`

/** Audited rejections per address: enough to notice an attack without filling the disk. */
const auditLimit = { max: 10, windowMs: 15 * 60_000 }

/** An open session, or the token of a sign-in waiting for its second factor. */
export type IdentitySignInResult = { readonly opened: OpenedSession } | { readonly waiting: string }

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly service: Users
  readonly passwords: Passwords
  readonly secondFactor: Pick<SecondFactor, 'enabled'>
  readonly waiting: Pick<OauthSecondFactor, 'begin'>
  readonly linked: OauthAccountsStore
  readonly openWebSession: OpenWebSession
  readonly audit: Audit
  readonly failureAudit: Pick<FailureAudit, 'write'>
  readonly allowRegistration: boolean
}

/**
 * Signs in the owner of a verified identity. Only an existing link counts, never the email address: otherwise whoever
 * controls the provider, or later gets the address, would get the account.
 */
export function makeIdentitySignIn(deps: Deps) {
  const { db, clock, users, passwords, linked, audit, failureAudit } = deps
  const auditLimiter = makeRateLimiter(auditLimit, clock)

  function reject(provider: string, { subject, email }: ExternalIdentity, ip: string): never {
    try {
      auditLimiter.take(addressKey(ip))
    } catch {
      throw new OauthError('registration_disabled')
    }
    const detail = { provider, reason: 'registration_disabled', subject, email }
    failureAudit.write('oauth_login_failed', detail, ip)
    throw new OauthError('registration_disabled')
  }

  /** Call it in a transaction. */
  function register(provider: string, identity: ExternalIdentity, passwordHash: string, ip: string): OauthAccountRow {
    const now = toSeconds(clock.now())
    const id = randomUUID()
    const preferredName = registrationName(provider, identity)
    const account = { id, passwordHash, role: 'member', mustChange: false, hasPassword: false, now } as const
    let username = preferredName
    while (!users.insert({ ...account, username })) username = nextName(preferredName)
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

  function signIn(link: OauthAccountRow, visitor: Visitor): IdentitySignInResult {
    const { id, user_id: userId, provider } = link
    if (!deps.secondFactor.enabled(userId)) {
      return { opened: deps.openWebSession(userId, visitor, { method: 'oauth', provider }) }
    }
    const stamp = deps.service.securityStamp(userId) ?? ''
    return { waiting: deps.waiting.begin({ userId, linkId: id, provider, stamp }) }
  }

  return async (provider: string, identity: ExternalIdentity, visitor: Visitor): Promise<IdentitySignInResult> => {
    const { subject, email, displayName } = identity
    const findLink = () => linked.find(provider, subject)
    if (!findLink() && !deps.allowRegistration) return reject(provider, identity, visitor.ip)
    // slow, so outside the transaction; the random password is thrown away
    const passwordHash = findLink() ? undefined : await passwords.hash(makeToken(), { address: visitor.ip })
    return db.transaction(() => {
      const link = findLink()
      if (link) linked.describe(link.id, email, displayName)
      // unlinked in the meantime
      else if (!passwordHash) throw new OauthError('expired')
      return signIn(link ?? register(provider, identity, passwordHash as string, visitor.ip), visitor)
    })
  }
}
export type IdentitySignIn = ReturnType<typeof makeIdentitySignIn>
