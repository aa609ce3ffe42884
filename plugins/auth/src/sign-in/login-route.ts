import { Type } from '@sinclair/typebox'
import { data, type Logger, type Routes } from '@svc/plugin-sdk'
import { SignedIn } from '../account/account-schema.js'
import type { SignIn } from '../contract.js'
import { dropsSecureCookies, sessionCookie } from '../sessions/session-cookie.js'
import type { WebEntry } from './web-entry.js'

const lostCookie =
  'the session cookie is marked Secure but this page came over plain http, so the browser drops it: ' +
  'use https, or set auth.secure_cookie = false'

interface Deps {
  readonly signIn: SignIn
  readonly enter: WebEntry
  readonly log: Logger
  readonly secureCookie: boolean
}

export const loginRoute =
  ({ signIn, enter, log, secureCookie }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/auth/login',
      {
        config: { access: 'public' },
        schema: {
          body: Type.Object({
            username: Type.String({ minLength: 1 }),
            password: Type.String({ minLength: 1 }),
            totp_code: Type.Optional(
              Type.String({ maxLength: 64, description: 'six digits, or a recovery code; after TWO_FACTOR_REQUIRED' }),
            ),
          }),
          response: { 200: data(SignedIn) },
        },
      },
      async (req, reply) => {
        const { username, password, totp_code: totpCode } = req.body
        const visitor = { ip: req.ip, userAgent: req.headers['user-agent'] ?? '' }
        const { user, token, maxAge } = await signIn.verify(
          { username, password, ip: req.ip, ...(totpCode !== undefined && { totpCode }) },
          (user) => ({ user, ...enter(user.id, visitor) }),
        )
        reply.header('set-cookie', sessionCookie(token, maxAge, secureCookie))
        const lost = secureCookie && dropsSecureCookies(req.protocol, req.hostname)
        if (lost) log.warn({ host: req.hostname }, lostCookie)
        return {
          data: {
            user_id: user.id,
            username: user.username,
            role: user.role,
            must_change_password: user.flagged,
            ...(lost && { warning: lostCookie }),
          },
        }
      },
    )
  }
