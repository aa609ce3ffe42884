import { badRequest, type Database, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { OwnerProof, TypedProof } from '../account/owner-proof.ts'
import type { OutsideRevocations } from '../outside-revocations.ts'
import type { Revocation } from '../revocation.ts'
import { normalizeUsername } from '../users/username.ts'
import type { UsersStore } from '../users/users-store.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorStore } from './second-factor-store.ts'

interface Deps {
  readonly db: Database
  readonly users: Pick<UsersStore, 'get' | 'named'>
  readonly factors: SecondFactorStore
  readonly proveOwner: OwnerProof
  readonly revocation: Revocation
  readonly outside: Pick<OutsideRevocations, 'all'>
  readonly audit: Audit
}

/** What becomes of a second factor once it is on. */
export function makeSecondFactorActs({ db, users, factors, proveOwner, revocation, outside, audit }: Deps) {
  const isOn = (userId: string) => factors.get(userId) !== undefined

  function requireOn(userId: string): void {
    if (!isOn(userId)) throw badRequest('two-factor sign-in is off')
  }

  return {
    /** Where it is off already, the proof is all there is to check, and without a password there is none. */
    async disable(who: Principal, typed: TypedProof, ip: string): Promise<void> {
      if (!isOn(who.userId) && users.get(who.userId)?.has_password === 0) return
      await proveOwner({ who, act: '2fa_disable', ip }, typed, () => {
        if (!factors.remove(who.userId)) return
        revocation.all(who.userId, who.credentialId)
        audit.write({ userId: who.userId, action: '2fa_disable', ip })
      })
    },

    /** Ten new ones, told once; the old ones die. */
    async renewRecoveryCodes(who: Principal, typed: TypedProof, ip: string): Promise<string[]> {
      requireOn(who.userId)
      return proveOwner({ who, act: '2fa_recovery_codes', ip }, typed, () => {
        requireOn(who.userId)
        const { shown, hashes } = makeRecoveryCodes()
        factors.setCodes(who.userId, hashes)
        audit.write({ userId: who.userId, action: '2fa_recovery_codes', ip })
        return shown
      })
    },

    /** For somebody who lost authenticator and recovery codes, by the administrator of the host. */
    reset(username: string): void {
      db.transaction(() => {
        const user = users.named(normalizeUsername(username))
        if (!user) throw new Error(`there is no account named ${JSON.stringify(username)}`)
        if (!factors.remove(user.id)) throw new Error(`two-factor sign-in of ${username} is off`)
        outside.all(user.id)
        const detail = { id: user.id, username: user.username }
        audit.write({ userId: 'system', action: 'reset_two_factor', detail })
      })
    },
  }
}
export type SecondFactorActs = ReturnType<typeof makeSecondFactorActs>
