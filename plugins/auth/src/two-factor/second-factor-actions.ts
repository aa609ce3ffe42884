import { badRequest, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { OwnerProof, SubmittedProof } from '../contract.ts'
import type { OutsideRevocations } from '../outside-revocations.ts'
import type { Revocation } from '../revocation.ts'
import { normalizeUsername } from '../users/username.ts'
import type { UsersStore } from '../users/users-store.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorStore } from './second-factor-store.ts'

interface Deps {
  readonly users: Pick<UsersStore, 'get' | 'findByUsername'>
  readonly factors: SecondFactorStore
  readonly proveOwner: OwnerProof
  readonly revocation: Revocation
  readonly outside: Pick<OutsideRevocations, 'all'>
  readonly audit: Audit
}

/** Actions on an enabled second factor. */
export function makeSecondFactorActions({ users, factors, proveOwner, revocation, outside, audit }: Deps) {
  const isEnabled = (userId: string) => factors.get(userId) !== undefined

  function requireEnabled(userId: string): void {
    if (!isEnabled(userId)) throw badRequest('auth.TWO_FACTOR_NOT_ENABLED')
  }

  return {
    /** If it is already disabled, only the password is checked; accounts without one have nothing to check. */
    async disable(who: Principal, proof: SubmittedProof, ip: string): Promise<void> {
      if (!isEnabled(who.userId) && users.get(who.userId)?.has_password === 0) return
      await proveOwner({ who, act: '2fa_disable', ip }, proof, () => {
        if (!factors.remove(who.userId)) return
        revocation.all(who.userId, who.credentialId)
        audit.write({ userId: who.userId, action: '2fa_disable', ip })
      })
    },

    /** Replaces all codes by ten new ones, which are returned only here. */
    async renewRecoveryCodes(who: Principal, proof: SubmittedProof, ip: string): Promise<string[]> {
      requireEnabled(who.userId)
      return proveOwner({ who, act: '2fa_recovery_codes', ip }, proof, () => {
        requireEnabled(who.userId)
        const { shown, hashes } = makeRecoveryCodes()
        factors.setCodes(who.userId, hashes)
        audit.write({ userId: who.userId, action: '2fa_recovery_codes', ip })
        return shown
      })
    },

    /** For users who lost authenticator and recovery codes; called by the CLI command. */
    reset(username: string): void {
      const reset = () => {
        const user = users.findByUsername(normalizeUsername(username))
        if (!user) throw new Error(`no account named ${JSON.stringify(username)}`)
        if (!factors.remove(user.id)) throw new Error(`two-factor authentication of ${username} is not enabled`)
        outside.all(user.id)
        return { id: user.id, username: user.username }
      }
      audit.act('system', 'reset_two_factor', reset, (detail) => detail)
    },
  }
}
export type SecondFactorActions = ReturnType<typeof makeSecondFactorActions>
