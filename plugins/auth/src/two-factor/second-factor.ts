import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Audit, Secrets } from '@svc/plugin-system/contract'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import { totpStep } from './totp.ts'

/** Binds a sealed secret to its user. */
export const sealPurpose = (userId: string): string => `auth.totp:${userId}`

interface Deps {
  readonly store: SecondFactorStore
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly audit: Audit
}

/** Checks codes of second factors. */
export const makeSecondFactor = ({ store, secrets, clock, log, audit }: Deps) => ({
  enabled: (userId: string): boolean => store.get(userId) !== undefined,

  /**
   * Accepts a code of the authenticator, once per time step, or an unused recovery code. Its use is audited, because it
   * may not have been the owner. Recovery codes work even if the secret cannot be decrypted. Call it in a transaction.
   */
  accepts(userId: string, typed: string, ip: string): boolean {
    const row = store.get(userId)
    if (!row) return false
    const recovery = hashRecoveryCode(typed)
    if (recovery !== undefined) {
      if (!store.consumeCode(userId, recovery, toSeconds(clock.now()))) return false
      audit.write({ userId, action: 'recovery_code_used', detail: { left: store.codesLeft(userId) }, ip })
      return true
    }
    const secret = secrets.open(sealPurpose(userId), row.sealed_secret)
    if (secret === undefined) {
      log.error({ userId }, 'cannot decrypt the second factor of a user; was the key file replaced?')
      return false
    }
    const step = totpStep(secret, typed, clock.now())
    return step !== undefined && store.advance(userId, step)
  },

  /** Changes when the secret changes. */
  stamp: (userId: string): string => store.get(userId)?.sealed_secret ?? '',
})
export type SecondFactor = ReturnType<typeof makeSecondFactor>
