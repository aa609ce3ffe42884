import { type ApiError, badRequest, type Clock, type Database, makeRateLimiter, type Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { StepUpRequest } from '../contract.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { UserRow } from '../users/users-store.ts'

/**
 * Limits on guesses, so that a stolen session does not become a stolen account. Each credential has its own limit, so that
 * a stolen one cannot lock out the owner; a second limit covers all credentials of the user.
 */
const windowMs = 15 * 60_000
const maxPerCredential = 10
const maxPerUser = 50

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly passwords: Passwords
  readonly audit: Audit
}

/** Verifies that the person behind a session is its user, before an action that could take over the account. */
export function makeStepUp({ db, clock, passwords, audit }: Deps) {
  const perWindow = (max: number) => makeRateLimiter({ max, windowMs }, clock)
  const credentialLimiter = perWindow(maxPerCredential)
  const userLimiter = perWindow(maxPerUser)
  const auditLimiter = perWindow(1)
  const keyOf = ({ userId, credentialId }: Principal) => `${userId} ${credentialId}`

  function count(who: Principal): void {
    credentialLimiter.take(keyOf(who))
    try {
      userLimiter.take(who.userId)
    } catch (error) {
      credentialLimiter.refund(keyOf(who))
      throw error
    }
  }

  function writeAudit(action: string, { who: { userId }, act, ip }: StepUpRequest): void {
    audit.write({ userId, action, detail: { act }, ip })
  }

  /** Throws 429 when the limit is exceeded, audited once per window. */
  function take(request: StepUpRequest): void {
    try {
      count(request.who)
    } catch (error) {
      try {
        auditLimiter.take(keyOf(request.who))
      } catch {
        throw error
      }
      writeAudit('step_up_rate_limited', request)
      throw error
    }
  }

  function refund({ who }: StepUpRequest): void {
    credentialLimiter.refund(keyOf(who))
    userLimiter.refund(who.userId)
  }

  return {
    /**
     * Throws 400 naming `field` for a wrong password, which is audited, and 429 after too many. The caller must compare the
     * stored hash again in its transaction.
     */
    async password(request: StepUpRequest, user: UserRow, field: string, typed: string): Promise<void> {
      take(request)
      const matches = await passwords.verify(user.password_hash, typed, request.who)
      if (!matches) {
        writeAudit('step_up_failed', request)
        throw badRequest('auth.WRONG_PASSWORD', { field })
      }
      refund(request)
    },

    /**
     * The same for synchronous checks. Throws `wrong` when `check` returns undefined; otherwise `act` runs in the same
     * transaction with its result.
     */
    code<F, T>(request: StepUpRequest, wrong: ApiError, check: () => F | undefined, act: (found: F) => T): T {
      take(request)
      const outcome = db.transaction(() => {
        const found = check()
        if (found === undefined) return undefined
        refund(request)
        return { result: act(found) }
      })
      if (outcome) return outcome.result
      writeAudit('step_up_failed', request)
      throw wrong
    },
  }
}
export type StepUp = ReturnType<typeof makeStepUp>
