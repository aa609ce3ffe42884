import { ApiError, addressKey, type Clock, type Database, makeRateLimiter, unauthorized } from '@svc/plugin-sdk'
import type { RateLimit } from '@svc/plugin-system/contract'
import type { Attempt, SignIn } from '../contract.ts'
import { limitPassword } from '../passwords/password-policy.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SecondFactor } from '../two-factor/second-factor.ts'
import { normalizeUsername, usernameKey } from '../users/username.ts'
import { publicUser } from '../users/users-service.ts'
import type { UsersStore } from '../users/users-store.ts'
import type { FailureAudit } from './failure-audit.ts'

const loginWindowMs = 15 * 60_000

/** Limits at sign-in; admins can see and reset each. */
interface SignInLimits {
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

/** Audited rejections per address and window: enough to notice an attack without filling the disk. */
const maxAuditedRejections = 10
/** No account has a longer name, and normalizing long ones is slow. */
const maxNameLength = 256

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly secondFactor: SecondFactor
  readonly failureAudit: FailureAudit
  readonly limits: SignInLimits
}

/** The submitted name, truncated because it comes from strangers. */
const submitted = (username: string) => ({ username: Array.from(username.slice(0, 512)).slice(0, 256).join('') })

/** Clients match this message. */
const codeRequired = () => new ApiError(422, 'auth.TWO_FACTOR_REQUIRED')

export function makeSignIn(deps: Deps): SignIn {
  const { db, clock, users, passwords, sessions, secondFactor, failureAudit, limits } = deps
  const addresses = limits.address.limiter
  const wrongPasswords = limits.name.limiter
  const wrongCodes = limits.code.limiter
  const auditLimiter = makeRateLimiter({ max: maxAuditedRejections, windowMs: loginWindowMs }, clock)

  /** Takes from a limiter; rejections are audited. */
  function takeAudited(takeOne: () => void, ip: string, subject: string): void {
    try {
      takeOne()
    } catch (error) {
      try {
        auditLimiter.take(addressKey(ip))
      } catch {
        throw error
      }
      failureAudit.write('login_rate_limited', submitted(subject), ip)
      throw error
    }
  }

  function countAttempt(ip: string, subject: string): () => void {
    takeAudited(() => addresses.take(addressKey(ip)), ip, subject)
    return () => addresses.refund(addressKey(ip))
  }

  async function attempt<T>(
    { username, password, totpCode, ip }: Attempt,
    accept: Parameters<SignIn['verify']>[1],
    refundAttempt: () => void,
  ): Promise<T> {
    const user = username.length > maxNameLength ? undefined : users.findByUsername(normalizeUsername(username))
    const name = usernameKey(username.slice(0, maxNameLength))
    // someone else who guesses must not lock out the user where they are signed in
    const isFamiliar = user !== undefined && sessions.hasSessionFrom(user.id, ip)
    if (!isFamiliar) takeAudited(() => wrongPasswords.take(name), ip, username)
    const requester = isFamiliar ? { userId: user.id } : { address: ip }
    const matches = await passwords.verify(user?.password_hash, password, requester).catch((error: unknown) => {
      // The flood of others must not lock the name; the address has cost its share all the same.
      if (!isFamiliar) wrongPasswords.refund(name)
      throw error
    })
    if (!user || !matches) throw unauthorized()
    if (!isFamiliar) wrongPasswords.refund(name)
    const needsCode = secondFactor.enabled(user.id)
    if (needsCode && !totpCode) {
      // the password was correct, so this does not count as a failed attempt
      refundAttempt()
      throw codeRequired()
    }
    if (needsCode) takeAudited(() => wrongCodes.take(name), ip, username)
    const accepted = db.transaction(() => {
      const current = users.get(user.id)
      if (current?.password_hash !== user.password_hash || secondFactor.enabled(user.id) !== needsCode)
        throw unauthorized()
      if (needsCode && !secondFactor.accepts(user.id, totpCode ?? '', ip)) throw unauthorized()
      return accept(publicUser(current)) as T
    })
    if (needsCode) wrongCodes.refund(name)
    refundAttempt()
    return accepted
  }

  return {
    countAttempt,
    auditFailure: (detail, ip) => failureAudit.write('login_failed', detail, ip),
    async verify<T>(submittedAttempt: Attempt, accept: (user: ReturnType<typeof publicUser>) => T): Promise<T> {
      const { username, password, ip } = submittedAttempt
      limitPassword('password', password)
      try {
        return await attempt<T>(submittedAttempt, accept, countAttempt(ip, username))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          failureAudit.write('login_failed', submitted(username), ip)
        }
        throw error
      }
    },
  }
}
