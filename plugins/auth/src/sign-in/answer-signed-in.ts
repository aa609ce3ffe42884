import type { Logger } from '@svc/plugin-sdk'
import type { SignedIn, User } from '../contract.ts'
import { dropsSecureCookies, sessionCookie } from '../sessions/session-cookie.ts'
import type { Opened } from '../sessions/sessions.ts'

const lostCookie =
  'the session cookie is marked Secure but this page came over plain http, so the browser drops it: ' +
  'use https, or set auth.secure_cookie = false'

interface Deps {
  readonly log: Logger
  readonly secureCookie: boolean
}

/** What of a request tells whether the browser will keep the cookie. */
export interface Asked {
  readonly protocol: string
  readonly hostname: string
}

/** What a page that asked for a session is told, and the cookie that goes with it. */
export const makeAnswerSignedIn =
  ({ log, secureCookie }: Deps) =>
  ({ protocol, hostname }: Asked, user: User, { token, maxAge }: Opened): { cookie: string; data: SignedIn } => {
    const lost = secureCookie && dropsSecureCookies(protocol, hostname)
    if (lost) log.warn({ host: hostname }, lostCookie)
    return {
      cookie: sessionCookie(token, maxAge, secureCookie),
      data: {
        user_id: user.id,
        username: user.username,
        role: user.role,
        must_change_password: user.flagged,
        ...(lost && { warning: lostCookie }),
      },
    }
  }
