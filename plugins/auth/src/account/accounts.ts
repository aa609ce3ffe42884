import {
  badRequest,
  type Clock,
  conflict,
  forbidden,
  invalid,
  notFound,
  type Principal,
  toSeconds,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ApiKeysStore } from '../api-keys/api-keys-store.ts'
import type { CredentialCheck } from '../credential-check.ts'
import type { OutsideRevocations } from '../outside-revocations.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Revocation } from '../revocation.ts'
import { normalizeUsername } from '../users/username.ts'
import type { UserRow, UsersStore } from '../users/users-store.ts'
import type { StepUp } from './step-up.ts'

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly keys: Pick<ApiKeysStore, 'dropAll'>
  readonly passwords: Passwords
  readonly stepUp: StepUp
  readonly requireValidCredential: CredentialCheck['requireValid']
  readonly revocation: Revocation
  readonly outside: OutsideRevocations
  readonly audit: Audit
}

/**
 * Changes of one's own password. Hashing is slow and runs outside transactions, so each transaction re-checks that the
 * verified hash is still the stored one and that the caller is still signed in.
 */
export function makeAccounts(deps: Deps) {
  const { clock, users, keys, passwords, stepUp, requireValidCredential, revocation, outside, audit } = deps

  function requireUser(id: string): UserRow {
    const user = users.get(id)
    if (!user) throw notFound('auth.ACCOUNT_DELETED')
    return user
  }

  return {
    hasPassword: (userId: string): boolean => users.get(userId)?.has_password === 1,

    async changePassword(who: Principal, oldPassword: string, newPassword: string, ip: string): Promise<void> {
      const user = requireUser(who.userId)
      await stepUp.password({ who, act: 'change_password', ip }, user, 'old_password', oldPassword)
      const to = await passwords.hash(newPassword, who)
      const change = () => {
        requireValidCredential(who)
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw badRequest('auth.WRONG_PASSWORD', { field: 'old_password' })
        revocation.all(user.id, who.credentialId)
      }
      audit.act({ userId: user.id, ip }, 'change_password', change, () => ({}))
    },

    /** The forced change of the initial password. Without `newUsername` the name stays. */
    async onboard(who: Principal, newPassword: string, newUsername: string | undefined, ip: string): Promise<void> {
      const user = requireUser(who.userId)
      if (!user.must_change_password) throw forbidden('auth.ALREADY_SET_UP')
      if (await passwords.verify(user.password_hash, newPassword, who)) {
        throw invalid('new_password', 'auth.SAME_PASSWORD')
      }
      const to = await passwords.hash(newPassword, who)
      const setUp = () => {
        requireValidCredential(who)
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw forbidden('auth.ALREADY_SET_UP')
        if (newUsername && newUsername !== user.username && !users.rename(user.id, newUsername, now)) {
          throw conflict('auth.USERNAME_TAKEN')
        }
        revocation.all(user.id, who.credentialId)
      }
      audit.act({ userId: user.id, ip }, 'onboarding', setUp, () => ({}))
    },

    /** Sets a password that must be changed at the next sign-in, and revokes all sessions, and API keys if asked to. */
    async reset(username: string, password: string, revokeApiKeys: boolean): Promise<void> {
      const user = users.findByUsername(normalizeUsername(username))
      if (!user) throw new Error(`no account named ${JSON.stringify(username)}`)
      const to = await passwords.hash(password, { userId: user.id })
      const reset = () => {
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: true, now })
        if (!changed)
          throw new Error(`the password of ${username} was changed by someone else in the meantime; try again`)
        const keysRevoked = revokeApiKeys ? keys.dropAll(user.id) : 0
        outside.all(user.id)
        return { id: user.id, username: user.username, ...(keysRevoked > 0 && { api_keys_revoked: keysRevoked }) }
      }
      audit.act('system', 'reset_password', reset, (detail) => detail)
    },
  }
}
export type Accounts = ReturnType<typeof makeAccounts>
