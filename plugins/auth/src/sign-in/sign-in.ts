import {
  ApiError,
  addressKey,
  type Clock,
  type Database,
  invalid,
  makeRateLimiter,
  type RateLimiter,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Attempt, SignIn } from '../contract.js'
import { requirePasswordText } from '../passwords/password-policy.js'
import type { Passwords } from '../passwords/passwords.js'
import type { SecondFactor } from '../two-factor/second-factor.js'
import { normalizeUsername, usernameKey } from '../users/username.js'
import { publicUser } from '../users/users-service.js'
import type { UsersStore } from '../users/users-store.js'

export const loginWindowMs = 15 * 60_000
/** Refusals audited per address and window: enough to see an attack, too few for it to fill the disk. */
const auditedRefusals = 10
/** Wrong passwords of one name from all addresses together, and wrong codes after a right password. */
const wrongPasswords = 50
const wrongCodes = 10

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  readonly secondFactor: SecondFactor
  readonly audit: Audit
  /** by client address */
  readonly limiter: RateLimiter
}

/** Names come from strangers: what is recorded of them is bounded. */
const submitted = (username: string) => ({ username: Array.from(username.slice(0, 512)).slice(0, 256).join('') })

/** The first step of a two-step sign-in. Peers look for the description. */
const codeWanted = () => new ApiError(422, 'TWO_FACTOR_REQUIRED', 'Validation error: 2fa_required')

export function makeSignIn({ db, clock, users, passwords, secondFactor, audit, limiter }: Deps): SignIn {
  const perWindow = (max: number) => makeRateLimiter({ max, windowMs: loginWindowMs }, clock)
  const refusals = perWindow(auditedRefusals)
  const guesses = perWindow(wrongPasswords)
  const codes = perWindow(wrongCodes)

  function count(ip: string, subject: string): () => void {
    try {
      limiter.take(addressKey(ip))
    } catch (refusal) {
      try {
        refusals.take(addressKey(ip))
      } catch {
        throw refusal
      }
      audit.write({ userId: 'anonymous', action: 'login_rate_limited', detail: submitted(subject), ip })
      throw refusal
    }
    return () => limiter.refund(addressKey(ip))
  }

  async function attempt<T>({ username, password, totpCode, ip }: Attempt, accept: Parameters<SignIn['verify']>[1]) {
    const name = normalizeUsername(username)
    // no account has a longer name, and what strangers send is not kept in full
    const guessed = usernameKey(name.slice(0, 256))
    guesses.take(guessed)
    const user = users.named(name)
    const right = await passwords.verify(user?.password_hash, password)
    if (!user || !right) throw unauthorized()
    guesses.refund(guessed)
    const wanted = secondFactor.enabled(user.id)
    if (wanted && !totpCode) throw codeWanted()
    if (wanted) codes.take(user.id)
    const accepted = db.transaction(() => {
      const now = users.get(user.id)
      if (now?.password_hash !== user.password_hash || secondFactor.enabled(user.id) !== wanted) throw unauthorized()
      if (wanted && !secondFactor.accepts(user.id, totpCode ?? '', ip)) throw unauthorized()
      return accept(publicUser(now)) as T
    })
    if (wanted) codes.refund(user.id)
    return accepted
  }

  return {
    count,
    async verify<T>(typed: Attempt, accept: (user: ReturnType<typeof publicUser>) => T): Promise<T> {
      const { username, password, ip } = typed
      if (username === '') throw invalid('username', 'must not be empty')
      if (/\p{Cc}|\p{Surrogate}/u.test(username)) throw invalid('username', 'must not contain control characters')
      requirePasswordText('password', password)
      const giveBack = count(ip, username)
      try {
        const accepted = await attempt<T>(typed, accept)
        giveBack()
        return accepted
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          audit.write({ userId: 'anonymous', action: 'login_failed', detail: submitted(username), ip })
        }
        // the password was right: asking for the code is no failure
        if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') giveBack()
        throw error
      }
    },
  }
}
