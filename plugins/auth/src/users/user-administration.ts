import { randomUUID } from 'node:crypto'
import {
  ApiError,
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Principal,
  type Role,
  toSeconds,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Passwords } from '../passwords/passwords.js'
import type { Revocation } from '../revocation.js'
import type { SecondFactorStore } from '../two-factor/second-factor-store.js'
import type { UserRow, UsersStore, UserViewRow } from './users-store.js'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly factors: Pick<SecondFactorStore, 'remove'>
  readonly passwords: Passwords
  readonly revocation: Revocation
  readonly audit: Audit
}

/** The account to be. */
export interface Wanted {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly mustChange: boolean
}

/** Undefined leaves it as it is. */
export interface Changes {
  readonly role?: Role | undefined
  readonly password?: string | undefined
  readonly mustChange?: boolean | undefined
  readonly resetSecondFactor?: boolean | undefined
}

/** What admins do with accounts. The last admin stays one: count and change are one transaction. */
export function makeUserAdministration({ db, clock, users, factors, passwords, revocation, audit }: Deps) {
  const now = () => toSeconds(clock.now())

  /**
   * Hashing gives others time: the act of somebody who is no admin any more is undone. What the act itself refuses is
   * said first, so that of two admins who remove each other the second one hears that it is the last.
   */
  const asAdmin = <T>({ userId }: Principal, act: () => T): T =>
    db.transaction(() => {
      const actor = users.get(userId)
      const result = act()
      if (!actor) throw unauthorized()
      if (actor.role !== 'admin') throw forbidden('administrators only')
      return result
    })

  function known(id: string): UserRow {
    const user = users.get(id)
    if (!user) throw notFound('there is no such user')
    return user
  }

  function view(id: string): UserViewRow {
    const row = users.view(id, now())
    if (!row) throw notFound('there is no such user')
    return row
  }

  function requireOtherAdmin(user: UserRow): void {
    if (user.role === 'admin' && !users.hasOtherAdmin(user.id)) throw badRequest('the last admin must stay one')
  }

  return {
    view,

    /** Oldest first. */
    page(limit: number, after: string | undefined): readonly UserViewRow[] {
      if (after !== undefined && !users.get(after)) {
        const rule = 'must be the id of an account'
        const details = [{ field: 'after', rule }]
        throw new ApiError(400, 'BAD_REQUEST', `query parameter after ${rule}`, { details })
      }
      return users.page(limit, after, now())
    },

    async create(who: Principal, { username, password, role, mustChange }: Wanted, ip: string): Promise<UserViewRow> {
      const passwordHash = await passwords.hash(password)
      return asAdmin(who, () => {
        const id = randomUUID()
        const added = users.insert({ id, username, passwordHash, role, mustChange, hasPassword: true, now: now() })
        if (!added) throw conflict('the username is taken')
        audit.write({ userId: who.userId, action: 'user.create', detail: { id, username, role }, ip })
        return view(id)
      })
    },

    async update(who: Principal, id: string, changes: Changes, ip: string): Promise<UserViewRow> {
      known(id)
      const passwordHash = changes.password === undefined ? undefined : await passwords.hash(changes.password)
      return asAdmin(who, () => {
        const user = known(id)
        const role = changes.role ?? user.role
        const flagged = user.must_change_password === 1
        const mustChange = changes.mustChange ?? flagged
        if (role !== 'admin') requireOtherAdmin(user)

        const removed = changes.resetSecondFactor === true && factors.remove(id)
        const reset = passwordHash !== undefined || removed
        const moved = role !== user.role
        if (!reset && !moved && mustChange === flagged) return view(id)

        users.change({ id, role, mustChange, passwordHash, now: now() })
        // the admin who resets their own account goes on working
        if (reset) revocation.all(id, id === who.userId ? who.credentialId : undefined)
        if (moved || (mustChange && !flagged)) revocation.connections(id)
        const detail = {
          id,
          username: user.username,
          ...(moved ? { from: user.role, to: role } : { role }),
          ...(passwordHash !== undefined && { password_reset: true }),
          ...(removed && { two_factor_reset: true }),
          ...(mustChange !== flagged && { must_change_password: mustChange }),
        }
        audit.write({ userId: who.userId, action: 'user.update', detail, ip })
        return view(id)
      })
    },

    remove(who: Principal, id: string, ip: string): void {
      asAdmin(who, () => {
        const user = known(id)
        requireOtherAdmin(user)
        revocation.all(id)
        const { username, role } = user
        // while the account is there to name the one who acted
        audit.write({ userId: who.userId, action: 'user.delete', detail: { id, username, role }, ip })
        users.remove(id)
      })
    },
  }
}
export type UserAdministration = ReturnType<typeof makeUserAdministration>
