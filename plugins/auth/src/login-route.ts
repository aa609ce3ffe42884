import { Type } from '@sinclair/typebox'
import {
  ApiError,
  addressKey,
  type Clock,
  data,
  invalid,
  type Logger,
  makeRateLimiter,
  type Routes,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { SignedIn } from './account-schema.js'
import type { Accounts } from './accounts.js'
import { requirePasswordText } from './password-policy.js'
import { dropsSecureCookies, sessionCookie } from './session-cookie.js'

const windowMs = 15 * 60_000
/** Refusals audited per address and window: enough to see an attack, too few for it to fill the disk. */
const auditedRefusals = 10

const lostCookie =
  'the session cookie is marked Secure but this page came over plain http, so the browser drops it: ' +
  'use https, or set auth.secure_cookie = false'

interface Deps {
  readonly accounts: Accounts
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly loginMax: number
  readonly secureCookie: boolean
}

/** Names come from strangers: what is recorded of them is bounded. */
const submitted = (username: string) => ({ username: Array.from(username.slice(0, 512)).slice(0, 256).join('') })

export function loginRoute({ accounts, audit, clock, log, loginMax, secureCookie }: Deps): Routes {
  const limiter = makeRateLimiter({ max: loginMax, windowMs }, clock)
  const refusals = makeRateLimiter({ max: auditedRefusals, windowMs }, clock)

  function attempt(username: string, ip: string) {
    try {
      limiter.take(addressKey(ip))
    } catch (refusal) {
      try {
        refusals.take(addressKey(ip))
      } catch {
        throw refusal
      }
      audit.write({ userId: 'anonymous', action: 'login_rate_limited', detail: submitted(username), ip })
      throw refusal
    }
  }

  return async (app) => {
    app.post(
      '/api/auth/login',
      {
        config: { access: 'public' },
        schema: {
          body: Type.Object({
            username: Type.String({ minLength: 1 }),
            password: Type.String({ minLength: 1 }),
            totp_code: Type.Optional(Type.String()),
          }),
          response: { 200: data(SignedIn) },
        },
      },
      async (req, reply) => {
        const { username, password } = req.body
        if (/\p{Cc}|\p{Surrogate}/u.test(username)) throw invalid('username', 'must not contain control characters')
        requirePasswordText('password', password)
        attempt(username, req.ip)
        const visitor = { ip: req.ip, userAgent: req.headers['user-agent'] ?? '' }
        const { user, token, maxAge } = await accounts.signIn(username, password, visitor).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) {
            audit.write({ userId: 'anonymous', action: 'login_failed', detail: submitted(username), ip: req.ip })
          }
          throw error
        })
        limiter.refund(addressKey(req.ip))
        reply.header('set-cookie', sessionCookie(token, maxAge, secureCookie))
        const lost = secureCookie && dropsSecureCookies(req.protocol, req.hostname)
        if (lost) log.warn({ host: req.hostname }, lostCookie)
        return {
          data: {
            user_id: user.id,
            username: user.username,
            role: user.role,
            must_change_password: user.must_change_password === 1,
            ...(lost && { warning: lostCookie }),
          },
        }
      },
    )
  }
}
