import { randomUUID } from 'node:crypto'
import {
  badQuery,
  badRequest,
  type Clock,
  conflict,
  cutPage,
  type Database,
  forbidden,
  notFound,
  type Principal,
  type Role,
  toSeconds,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ApiKeysStore } from '../api-keys/api-keys-store.ts'
import type { CredentialCheck } from '../credential-check.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Revocation } from '../revocation.ts'
import type { SecondFactorStore } from '../two-factor/second-factor-store.ts'
import type { UserRow, UsersStore, UserViewRow } from './users-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly factors: Pick<SecondFactorStore, 'remove'>
  readonly keys: Pick<ApiKeysStore, 'dropAll'>
  readonly passwords: Passwords
  readonly requireValidCredential: CredentialCheck['requireValid']
  readonly revocation: Revocation
  readonly audit: Audit
}

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly mustChange: boolean
}

/** Undefined members stay unchanged. */
export interface AccountChanges {
  readonly role?: Role | undefined
  readonly password?: string | undefined
  readonly mustChange?: boolean | undefined
  readonly resetSecondFactor?: boolean | undefined
  /** By default with a new password: whoever knew the old one may have created keys. */
  readonly revokeApiKeys?: boolean | undefined
}

/** Administration of accounts. The check for the last admin and the change run in one transaction. */
export function makeUserAdministration(deps: Deps) {
  const { db, clock, users, factors, keys, passwords, requireValidCredential, revocation, audit } = deps
  const now = () => toSeconds(clock.now())

  /**
   * Runs `act` in a transaction and re-checks credential and role, which may have changed while hashing. The role is checked
   * after `act`, so that of two admins who demote each other the second gets the error about the last admin.
   */
  const asAdmin = <T>(who: Principal, act: () => T): T =>
    db.transaction(() => {
      requireValidCredential(who)
      const actor = users.get(who.userId)
      const result = act()
      if (!actor) throw unauthorized()
      if (actor.role !== 'admin') throw forbidden('kernel.ADMIN_ONLY')
      return result
    })

  function requireUser(id: string): UserRow {
    const user = users.get(id)
    if (!user) throw notFound('auth.USER_NOT_FOUND')
    return user
  }

  function view(id: string): UserViewRow {
    const row = users.view(id, now())
    if (!row) throw notFound('auth.USER_NOT_FOUND')
    return row
  }

  function requireOtherAdmin(user: UserRow): void {
    if (user.role === 'admin' && !users.hasOtherAdmin(user.id)) throw badRequest('auth.LAST_ADMIN')
  }

  /** One's own credentials are changed on the security page, which asks for the password: a stolen session is not enough. */
  function rejectOwnCredentials({ password, mustChange, resetSecondFactor, revokeApiKeys }: AccountChanges): void {
    if (password !== undefined || mustChange || resetSecondFactor || revokeApiKeys) {
      throw badRequest('auth.OWN_CREDENTIALS')
    }
  }

  return {
    view,

    /** Oldest first; `next` is the account that the next page starts after. */
    page(limit: number, after: string | undefined) {
      if (after !== undefined && !users.get(after)) {
        throw badQuery('after', 'auth.NOT_AN_ACCOUNT')
      }
      return cutPage(users.page(limit + 1, after, now()), limit, ({ id }) => id)
    },

    async create(
      who: Principal,
      { username, password, role, mustChange }: NewAccount,
      ip: string,
    ): Promise<UserViewRow> {
      const passwordHash = await passwords.hash(password, who)
      return asAdmin(who, () => {
        const id = randomUUID()
        const added = users.insert({ id, username, passwordHash, role, mustChange, hasPassword: true, now: now() })
        if (!added) throw conflict('auth.USERNAME_TAKEN')
        audit.write({ userId: who.userId, action: 'user.create', detail: { id, username, role }, ip })
        return view(id)
      })
    },

    async update(who: Principal, id: string, changes: AccountChanges, ip: string): Promise<UserViewRow> {
      requireUser(id)
      if (id === who.userId) rejectOwnCredentials(changes)
      const passwordHash = changes.password === undefined ? undefined : await passwords.hash(changes.password, who)
      return asAdmin(who, () => {
        const user = requireUser(id)
        const role = changes.role ?? user.role
        const flagged = user.must_change_password === 1
        const mustChange = changes.mustChange ?? flagged
        if (role !== 'admin') requireOtherAdmin(user)

        const factorRemoved = changes.resetSecondFactor === true && factors.remove(id)
        const credentialsReset = passwordHash !== undefined || factorRemoved
        const keysRevoked = (changes.revokeApiKeys ?? passwordHash !== undefined) ? keys.dropAll(id) : 0
        const roleChanged = role !== user.role
        if (!credentialsReset && !roleChanged && keysRevoked === 0 && mustChange === flagged) return view(id)

        users.change({ id, role, mustChange, passwordHash, now: now() })
        // a required password change ends all sessions, so that a stolen one cannot choose the new password
        if (credentialsReset || (mustChange && !flagged)) revocation.all(id)
        else if (roleChanged || keysRevoked > 0) revocation.connections(id)
        const detail = {
          id,
          username: user.username,
          ...(roleChanged ? { from: user.role, to: role } : { role }),
          ...(passwordHash !== undefined && { password_reset: true }),
          ...(factorRemoved && { two_factor_reset: true }),
          ...(keysRevoked > 0 && { api_keys_revoked: keysRevoked }),
          ...(mustChange !== flagged && { must_change_password: mustChange }),
        }
        audit.write({ userId: who.userId, action: 'user.update', detail, ip })
        return view(id)
      })
    },

    remove(who: Principal, id: string, ip: string): void {
      asAdmin(who, () => {
        const user = requireUser(id)
        requireOtherAdmin(user)
        revocation.all(id)
        const { username, role } = user
        // before the deletion, because an admin may delete their own account
        audit.write({ userId: who.userId, action: 'user.delete', detail: { id, username, role }, ip })
        users.remove(id)
      })
    },
  }
}
export type UserAdministration = ReturnType<typeof makeUserAdministration>
