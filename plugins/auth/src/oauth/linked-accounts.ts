import { randomUUID } from 'node:crypto'
import { type Clock, conflict, type Database, notFound, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ForeignIdentity } from '../contract.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { OauthAccountsStore } from './oauth-accounts-store.ts'
import { OauthFailure } from './oauth-failure.ts'
import type { LinkFor } from './pending-flows.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly sessions: Pick<Sessions, 'list'>
  readonly linked: OauthAccountsStore
  /** whether people can sign in by this provider now */
  readonly offered: (provider: string) => boolean
  readonly audit: Audit
}

/** The identities at providers that belong to accounts. */
export function makeLinkedAccounts({ db, clock, users, sessions, linked, offered, audit }: Deps) {
  const alive = ({ userId, credentialId }: LinkFor): boolean =>
    users.get(userId)?.must_change_password === 0 && sessions.list(userId).some(({ id }) => id === credentialId)

  return {
    list: linked.list,

    /** For the session that started it, which has to live still. Repeating it changes nothing. */
    link(owner: LinkFor, provider: string, identity: ForeignIdentity, ip: string): void {
      const { subject, email, displayName } = identity
      db.transaction(() => {
        if (!alive(owner)) throw new OauthFailure('not_signed_in', true)
        const existing = linked.find(provider, subject)
        if (existing && existing.user_id !== owner.userId) throw new OauthFailure('taken', true)
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

    /** 404 when it is not theirs, 409 when they could not sign in any more. */
    unlink(userId: string, id: string, ip: string): void {
      db.transaction(() => {
        const all = linked.list(userId)
        const link = all.find((each) => each.id === id)
        if (!link) throw notFound('there is no such linked account')
        const others = all.some((each) => each !== link && offered(each.provider))
        if (!others && users.get(userId)?.has_password !== 1) {
          throw conflict('this is the only way to sign in to the account; an admin can give it a password')
        }
        linked.remove(id)
        const { provider, provider_user_id: subject, email } = link
        audit.write({ userId, action: 'oauth_unlink', detail: { provider, subject, email }, ip })
      })
    },
  }
}
export type LinkedAccounts = ReturnType<typeof makeLinkedAccounts>
