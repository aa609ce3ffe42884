import type { Logger } from '@svc/plugin-sdk'
import type { SignedIn, User } from '../contract.ts'
import { dropsSecureCookies, sessionCookie } from '../sessions/session-cookie.ts'
import type { OpenedSession } from '../sessions/sessions.ts'

const droppedCookieWarning =
  'the session cookie is Secure, but this page was loaded over plain http, so the browser drops it; ' +
  'use https, or set auth.secure_cookie = false'

interface Deps {
  readonly log: Logger
  readonly secureCookie: boolean
}

/** Tells whether the browser will accept a Secure cookie. */
export interface RequestOrigin {
  readonly protocol: string
  readonly hostname: string
}

/** Response body and cookie of a successful sign-in. */
export const makeSignedInResponse =
  ({ log, secureCookie }: Deps) =>
  (
    { protocol, hostname }: RequestOrigin,
    user: User,
    { token, maxAge }: OpenedSession,
  ): { cookie: string; data: SignedIn } => {
    const isDropped = secureCookie && dropsSecureCookies(protocol, hostname)
    if (isDropped) log.warn({ host: hostname }, droppedCookieWarning)
    return {
      cookie: sessionCookie(token, maxAge, secureCookie),
      data: {
        user_id: user.id,
        username: user.username,
        role: user.role,
        must_change_password: user.flagged,
        ...(isDropped && { warning: droppedCookieWarning }),
      },
    }
  }
