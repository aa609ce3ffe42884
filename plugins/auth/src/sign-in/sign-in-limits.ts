import { type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { RateLimit } from '@svc/plugin-system/contract'

export const loginWindowMs = 15 * 60_000

/** What is counted at sign-in, each for admins to see and to reset. */
export interface SignInLimits {
  /** attempts by client address */
  readonly address: RateLimit
  /** wrong passwords of one name from all addresses together */
  readonly name: RateLimit
  /** wrong codes of one name after a right password */
  readonly code: RateLimit
}

export function makeSignInLimits(loginMax: number, clock: Pick<Clock, 'now'>): SignInLimits {
  const limit = (scope: string, max: number): RateLimit => {
    const limits = { max, windowMs: loginWindowMs }
    return { scope, ...limits, limiter: makeRateLimiter(limits, clock) }
  }
  return { address: limit('login', loginMax), name: limit('login_name', 50), code: limit('login_code', 10) }
}
