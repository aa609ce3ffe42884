import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import { hashRecoveryCode } from './recovery-codes.js'
import type { SecondFactorStore } from './second-factor-store.js'
import { totpStep } from './totp.js'

/** What the sealed secret is bound to. */
export const sealedFor = (userId: string): string => `auth.totp:${userId}`

interface Deps {
  readonly store: SecondFactorStore
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
}

/** Whether a user has a second factor, and whether a typed code proves it. */
export const makeSecondFactor = ({ store, secrets, clock, log }: Deps) => ({
  enabled: (userId: string): boolean => store.get(userId) !== undefined,

  /**
   * Inside a transaction: a code of the authenticator, each step at most once, or an unused recovery code, which is
   * used up. When the secret cannot be opened any more, recovery codes still work.
   */
  accepts(userId: string, typed: string): boolean {
    const row = store.get(userId)
    if (!row) return false
    const recovery = hashRecoveryCode(typed)
    if (recovery !== undefined) return store.spendCode(userId, recovery, toSeconds(clock.now()))
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
