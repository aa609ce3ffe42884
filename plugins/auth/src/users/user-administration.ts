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
import type { Living } from '../living.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Revocation } from '../revocation.ts'
import type { SecondFactorStore } from '../two-factor/second-factor-store.ts'
import type { UserRow, UsersStore, UserViewRow } from './users-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly factors: Pick<SecondFactorStore, 'remove'>
  readonly passwords: Passwords
  readonly requireLiving: Living['requireLiving']
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
export function makeUserAdministration(deps: Deps) {
  const { db, clock, users, factors, passwords, requireLiving, revocation, audit } = deps
  const now = () => toSeconds(clock.now())

  /**
   * Hashing gives others time: a credential that was revoked meanwhile does nothing any more, and the act of somebody
   * who is no admin any more is undone. What the act itself refuses is said before that, so that of two admins who
   * demote each other the second one hears that it is the last.
   */
  const asAdmin = <T>(who: Principal, act: () => T): T =>
    db.transaction(() => {
      requireLiving(who)
      const actor = users.get(who.userId)
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

  /** A session alone must not become an account: for the own one, the password is asked for elsewhere. */
  function requireForOthers({ password, mustChange, resetSecondFactor }: Changes): void {
    if (password !== undefined || mustChange || resetSecondFactor) {
      throw badRequest('change your own password and two-factor sign-in on the security page')
    }
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
      if (id === who.userId) requireForOthers(changes)
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
        // whoever must change the password signs in with it first, so that no stolen session chooses the new one
        if (reset || (mustChange && !flagged)) revocation.all(id)
        else if (moved) revocation.connections(id)
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
