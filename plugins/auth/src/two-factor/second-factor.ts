import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Audit, Secrets } from '@svc/plugin-system/contract'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import { totpStep } from './totp.ts'

/** What the sealed secret is bound to. */
export const sealedFor = (userId: string): string => `auth.totp:${userId}`

interface Deps {
  readonly store: SecondFactorStore
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly audit: Audit
}

/** Whether a user has a second factor, and whether a typed code proves it. */
export const makeSecondFactor = ({ store, secrets, clock, log, audit }: Deps) => ({
  enabled: (userId: string): boolean => store.get(userId) !== undefined,

  /**
   * Inside a transaction: a code of the authenticator, each step at most once, or an unused recovery code, which is
   * used up and noted, for its owner may not have been who used it. When the secret cannot be opened any more, recovery codes still work.
   */
  accepts(userId: string, typed: string, ip: string): boolean {
    const row = store.get(userId)
    if (!row) return false
    const recovery = hashRecoveryCode(typed)
    if (recovery !== undefined) {
      if (!store.spendCode(userId, recovery, toSeconds(clock.now()))) return false
      audit.write({ userId, action: 'recovery_code_used', detail: { left: store.codesLeft(userId) }, ip })
      return true
    }
    const secret = secrets.open(sealedFor(userId), row.sealed_secret)
    if (secret === undefined) {
      log.error({ userId }, 'the second factor of a user cannot be read with the key of this installation')
      return false
    }
    const step = totpStep(secret, typed, clock.now())
    return step !== undefined && store.advance(userId, step)
  },

  /** Changes with the secret. */
  stamp: (userId: string): string => store.get(userId)?.sealed_secret ?? '',
})
export type SecondFactor = ReturnType<typeof makeSecondFactor>
