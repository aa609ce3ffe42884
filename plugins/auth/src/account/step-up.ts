import { type ApiError, badRequest, type Clock, type Database, makeRateLimiter, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Passwords } from '../passwords/passwords.ts'
import type { UserRow } from '../users/users-store.ts'

/**
 * Guesses, so that a stolen session does not become a stolen account. Each credential has its own, which keeps a stolen
 * one from using up those of the owner; all of one user together are limited too.
 */
const windowMs = 15 * 60_000
const ofCredential = 10
const ofUser = 50

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly passwords: Passwords
  readonly audit: Audit
}

/** Who has to prove themselves, and for what. */
export interface Asked {
  readonly who: Principal
  readonly act: 'change_password' | '2fa_enable' | '2fa_disable' | '2fa_recovery_codes'
  readonly ip: string
}

/** Proof, before an act that would hand the account over, that the person behind a session is its user. */
export function makeStepUp({ db, clock, passwords, audit }: Deps) {
  const perWindow = (max: number) => makeRateLimiter({ max, windowMs }, clock)
  const own = perWindow(ofCredential)
  const all = perWindow(ofUser)
  const audited = perWindow(1)
  const keyOf = ({ userId, credentialId }: Principal) => `${userId} ${credentialId}`

  function count(who: Principal): void {
    own.take(keyOf(who))
    try {
      all.take(who.userId)
    } catch (refusal) {
      own.refund(keyOf(who))
      throw refusal
    }
  }

  function note(action: string, { who: { userId }, act, ip }: Asked): void {
    audit.write({ userId, action, detail: { act }, ip })
  }

  /** 429 when there are none left, audited once per window. */
  function take(asked: Asked): void {
    try {
      count(asked.who)
    } catch (refusal) {
      try {
        audited.take(keyOf(asked.who))
      } catch {
        throw refusal
      }
      note('step_up_rate_limited', asked)
      throw refusal
    }
  }

  function refund({ who }: Asked): void {
    own.refund(keyOf(who))
    all.refund(who.userId)
  }

  return {
    /**
     * 400 naming `field` for a wrong password, audited, and 429 after too many. The stored hash must be compared again
     * later.
     */
    async password(asked: Asked, user: UserRow, field: string, typed: string): Promise<void> {
      take(asked)
      const right = await passwords.verify(user.password_hash, typed).catch((overload: unknown) => {
        refund(asked)
        throw overload
      })
      if (!right) {
        note('step_up_failed', asked)
        throw badRequest(`${field} is not the current password`)
      }
      refund(asked)
    },

    /**
     * The same for what is decided without waiting, `wrong` being the answer where `check` finds nothing: `act` runs in
     * the same transaction with what it found.
     */
    code<F, T>(asked: Asked, wrong: ApiError, check: () => F | undefined, act: (found: F) => T): T {
      take(asked)
      const done = db.transaction(() => {
        const found = check()
        if (found === undefined) return undefined
        refund(asked)
        return { result: act(found) }
      })
      if (done) return done.result
      note('step_up_failed', asked)
      throw wrong
    },
  }
}
export type StepUp = ReturnType<typeof makeStepUp>
