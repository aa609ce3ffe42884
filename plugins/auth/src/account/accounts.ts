import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  invalid,
  notFound,
  type Principal,
  toSeconds,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Living } from '../living.ts'
import type { OutsideRevocations } from '../outside-revocations.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Revocation } from '../revocation.ts'
import { normalizeUsername } from '../users/username.ts'
import type { UserRow, UsersStore } from '../users/users-store.ts'
import type { StepUp } from './step-up.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  readonly stepUp: StepUp
  readonly requireLiving: Living['requireLiving']
  readonly revocation: Revocation
  readonly outside: OutsideRevocations
  readonly audit: Audit
}

/**
 * Everything that changes a password of one's own. Hashing is slow and runs outside transactions, so each transaction
 * checks that the hash its decision was made on is still the stored one, and that whoever asked is still signed in.
 */
export function makeAccounts(deps: Deps) {
  const { db, clock, users, passwords, stepUp, requireLiving, revocation, outside, audit } = deps

  function known(id: string): UserRow {
    const user = users.get(id)
    if (!user) throw notFound('the account is gone')
    return user
  }

  return {
    hasPassword: (userId: string): boolean => users.get(userId)?.has_password === 1,

    async changePassword(who: Principal, oldPassword: string, newPassword: string, ip: string): Promise<void> {
      const user = known(who.userId)
      await stepUp.password({ who, act: 'change_password', ip }, user, 'old_password', oldPassword)
      const to = await passwords.hash(newPassword)
      db.transaction(() => {
        requireLiving(who)
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw badRequest('old_password is not the current password')
        revocation.all(user.id, who.credentialId)
        audit.write({ userId: user.id, action: 'change_password', ip })
      })
    },

    /** The forced first change. `newUsername` undefined keeps the name. */
    async onboard(who: Principal, newPassword: string, newUsername: string | undefined, ip: string): Promise<void> {
      const user = known(who.userId)
      if (!user.must_change_password) throw forbidden('the account has already been set up')
      if (await passwords.verify(user.password_hash, newPassword)) {
        throw invalid('new_password', 'must differ from the current password')
      }
      const to = await passwords.hash(newPassword)
      db.transaction(() => {
        requireLiving(who)
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw forbidden('the account has already been set up')
        if (newUsername && newUsername !== user.username && !users.rename(user.id, newUsername, now)) {
          throw conflict('the username is taken')
        }
        revocation.all(user.id, who.credentialId)
        audit.write({ userId: user.id, action: 'onboarding', ip })
      })
    },

    /** Gives the account a password that must be changed at the next sign-in, and ends its sessions. */
    async reset(username: string, password: string): Promise<void> {
      const user = users.named(normalizeUsername(username))
      if (!user) throw new Error(`there is no account named ${JSON.stringify(username)}`)
      const to = await passwords.hash(password)
      db.transaction(() => {
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: true, now })
        if (!changed) throw new Error(`the password of ${username} changed at the same moment; try again`)
        outside.all(user.id)
        audit.write({ userId: 'system', action: 'reset_password', detail: { id: user.id, username: user.username } })
      })
    },
  }
}
export type Accounts = ReturnType<typeof makeAccounts>
