import {
  ApiError,
  addressKey,
  type Clock,
  type Database,
  invalid,
  makeRateLimiter,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Attempt, SignIn } from '../contract.ts'
import { requirePasswordText } from '../passwords/password-policy.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import { normalizeUsername, usernameKey } from '../users/username.ts'
import { publicUser } from '../users/users-service.ts'
import type { UsersStore } from '../users/users-store.ts'
import { loginWindowMs, type SignInLimits } from './sign-in-limits.ts'

/** Refusals audited per address and window: enough to see an attack, too few for it to fill the disk. */
const auditedRefusals = 10
/** Characters of a submitted name that are looked at. No account has a longer one, and composing a long one is slow. */
const longestName = 256

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly secondFactor: SecondFactor
  readonly audit: Audit
  readonly limits: SignInLimits
}

/** Names come from strangers: what is recorded of them is bounded. */
const submitted = (username: string) => ({ username: Array.from(username.slice(0, 512)).slice(0, 256).join('') })

/** The first step of a two-step sign-in. Peers look for the description. */
const codeWanted = () => new ApiError(422, 'TWO_FACTOR_REQUIRED', 'Validation error: 2fa_required')

export function makeSignIn({ db, clock, users, passwords, sessions, secondFactor, audit, limits }: Deps): SignIn {
  const addresses = limits.address.limiter
  const guesses = limits.name.limiter
  const codes = limits.code.limiter
  const refusals = makeRateLimiter({ max: auditedRefusals, windowMs: loginWindowMs }, clock)

  /** Takes from a budget; what is refused is audited. */
  function take(from: () => void, ip: string, subject: string): void {
    try {
      from()
    } catch (refusal) {
      try {
        refusals.take(addressKey(ip))
      } catch {
        throw refusal
      }
      audit.write({ userId: 'anonymous', action: 'login_rate_limited', detail: submitted(subject), ip })
      throw refusal
    }
  }

  function count(ip: string, subject: string): () => void {
    take(() => addresses.take(addressKey(ip)), ip, subject)
    return () => addresses.refund(addressKey(ip))
  }

  async function attempt<T>(
    { username, password, totpCode, ip }: Attempt,
    accept: Parameters<SignIn['verify']>[1],
    giveBack: () => void,
  ): Promise<T> {
    const user = username.length > longestName ? undefined : users.named(normalizeUsername(username))
    const name = usernameKey(username.slice(0, longestName))
    // strangers who guess must not lock out the user at the place where they are signed in
    const isFamiliar = user !== undefined && sessions.cameFrom(user.id, ip)
    if (!isFamiliar) take(() => guesses.take(name), ip, username)
    const right = await passwords.verify(user?.password_hash, password).catch((overload: unknown) => {
      if (!isFamiliar) guesses.refund(name)
      giveBack()
      throw overload
    })
    if (!user || !right) throw unauthorized()
    if (!isFamiliar) guesses.refund(name)
    const wanted = secondFactor.enabled(user.id)
    if (wanted && !totpCode) {
      // the password was right: asking for the code is no failure
      giveBack()
      throw codeWanted()
    }
    if (wanted) take(() => codes.take(name), ip, username)
    const accepted = db.transaction(() => {
      const now = users.get(user.id)
      if (now?.password_hash !== user.password_hash || secondFactor.enabled(user.id) !== wanted) throw unauthorized()
      if (wanted && !secondFactor.accepts(user.id, totpCode ?? '', ip)) throw unauthorized()
      return accept(publicUser(now)) as T
    })
    if (wanted) codes.refund(name)
    giveBack()
    return accepted
  }

  return {
    count,
    async verify<T>(typed: Attempt, accept: (user: ReturnType<typeof publicUser>) => T): Promise<T> {
      const { username, password, ip } = typed
      if (username === '') throw invalid('username', 'must not be empty')
      if (/\p{Cc}|\p{Surrogate}/u.test(username)) throw invalid('username', 'must not contain control characters')
      requirePasswordText('password', password)
      try {
        return await attempt<T>(typed, accept, count(ip, username))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          audit.write({ userId: 'anonymous', action: 'login_failed', detail: submitted(username), ip })
        }
        throw error
      }
    },
  }
}
