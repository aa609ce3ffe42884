import { type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { RateLimit } from '@svc/plugin-system/contract'

export const loginWindowMs = 15 * 60_000

/** Limits at sign-in; admins can see and reset each. */
export interface SignInLimits {
  /** attempts per client address */
  readonly address: RateLimit
  /** wrong passwords per name, from all addresses */
  readonly name: RateLimit
  /** wrong codes per name, after a correct password */
  readonly code: RateLimit
}

export function makeSignInLimits(loginMax: number, clock: Pick<Clock, 'now'>): SignInLimits {
  const limit = (scope: string, max: number): RateLimit => {
    const limits = { max, windowMs: loginWindowMs }
    return { scope, ...limits, limiter: makeRateLimiter(limits, clock) }
  }
  return { address: limit('login', loginMax), name: limit('login_name', 50), code: limit('login_code', 10) }
}
