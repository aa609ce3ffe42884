import { badRequest, type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { Passwords } from '../passwords/passwords.js'
import type { UserRow } from '../users/users-store.js'

/** Guesses of the own password, so that a stolen session does not become a stolen account. */
const guesses = { max: 10, windowMs: 15 * 60_000 }

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly passwords: Passwords
}

/** Proof, before an act that would hand the account over, that the person behind a session is its user. */
export function makeStepUp({ clock, passwords }: Deps) {
  const limiter = makeRateLimiter(guesses, clock)
  return {
    /** 400 naming `field` for a wrong password, 429 after too many. The stored hash must be compared again later. */
    async password(user: UserRow, field: string, typed: string): Promise<void> {
      limiter.take(user.id)
      if (!(await passwords.verify(user.password_hash, typed))) {
        throw badRequest(`${field} is not the current password`)
      }
      limiter.refund(user.id)
    },
    /** The same for what is decided without waiting, a code for example. */
    check(userId: string, field: string, right: () => boolean): void {
      limiter.take(userId)
      if (!right()) throw badRequest(`${field} is wrong`)
      limiter.refund(userId)
    },
  }
}
export type StepUp = ReturnType<typeof makeStepUp>
