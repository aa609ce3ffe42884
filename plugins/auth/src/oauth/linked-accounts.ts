import { randomUUID } from 'node:crypto'
import { type Clock, conflict, type Database, notFound, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ExternalIdentity } from '../contract.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { OauthAccountsStore } from './oauth-accounts-store.ts'
import { OauthError } from './oauth-error.ts'
import type { LinkOwner } from './pending-flows.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly sessions: Pick<Sessions, 'list'>
  readonly linked: OauthAccountsStore
  /** whether this provider is available for sign-in */
  readonly offered: (provider: string) => boolean
  readonly audit: Audit
}

/** Links between accounts and identities at providers. */
export function makeLinkedAccounts({ db, clock, users, sessions, linked, offered, audit }: Deps) {
  const isSessionValid = ({ userId, credentialId }: LinkOwner): boolean =>
    users.get(userId)?.must_change_password === 0 && sessions.list(userId).some(({ id }) => id === credentialId)

  return {
    list: linked.list,

    /** Links an identity to the owner, whose session must still be valid. Idempotent. */
    link(owner: LinkOwner, provider: string, identity: ExternalIdentity, ip: string): void {
      const { subject, email, displayName } = identity
      db.transaction(() => {
        if (!isSessionValid(owner)) throw new OauthError('not_signed_in', true)
        const existing = linked.find(provider, subject)
        if (existing && existing.user_id !== owner.userId) throw new OauthError('taken', true)
        if (existing) return linked.describe(existing.id, email, displayName)
        linked.insert({
          id: randomUUID(),
          user_id: owner.userId,
          provider,
          provider_user_id: subject,
          email,
          display_name: displayName,
          created_at: toSeconds(clock.now()),
        })
        audit.write({ userId: owner.userId, action: 'oauth_link', detail: { provider, subject, email }, ip })
      })
    },

    /** Throws 404 if it is not theirs, 409 if it is their only sign-in method. */
    unlink(userId: string, id: string, ip: string): void {
      const unlink = () => {
        const all = linked.list(userId)
        const link = all.find((candidate) => candidate.id === id)
        if (!link) throw notFound('auth.LINKED_ACCOUNT_NOT_FOUND')
        const others = all.some((other) => other !== link && offered(other.provider))
        if (!others && users.get(userId)?.has_password !== 1) {
          throw conflict('auth.ONLY_SIGN_IN_METHOD')
        }
        linked.remove(id)
        return { provider: link.provider, subject: link.provider_user_id, email: link.email }
      }
      audit.act({ userId, ip }, 'oauth_unlink', unlink, (detail) => detail)
    },
  }
}
export type LinkedAccounts = ReturnType<typeof makeLinkedAccounts>
