import type { Authenticator, Credentials, Logger, Principal } from '@svc/plugin-sdk'
import { cookieName, sessionCookie } from './session-cookie.js'
import type { Found, Sessions } from './sessions.js'

/** One way to present a credential. Undefined when there is none or it does not validate. */
export type Scheme = (credentials: Credentials) => Principal | undefined | Promise<Principal | undefined>

const principal = ({ session, deadline }: Found, via: Principal['via']): Principal => ({
  userId: session.user_id,
  username: session.username,
  role: session.role,
  via,
  credentialId: session.id,
  flagged: session.must_change_password === 1,
  deadline,
})

export const byCookie =
  (sessions: Sessions, secure: boolean): Scheme =>
  ({ cookies, setCookie }) => {
    const token = cookies[cookieName]
    const found = token && sessions.find(token)
    if (!token || !found) return undefined
    // the browser forgets the cookie at its first end unless told of the new one
    if (found.renewedFor !== undefined) setCookie?.(sessionCookie(token, found.renewedFor, secure))
    return principal(found, 'cookie')
  }

export const byBearer =
  (sessions: Sessions): Scheme =>
  ({ headers }) => {
    const { authorization } = headers
    if (typeof authorization !== 'string' || !authorization.startsWith('Bearer ')) return undefined
    const found = sessions.find(authorization.slice('Bearer '.length))
    return found && principal(found, 'bearer')
  }

/** The first scheme that validates wins; an invalid earlier credential is skipped. */
export const makeAuthenticator = (schemes: readonly Scheme[], log: Logger): Authenticator => ({
  async authenticate(credentials) {
    for (const scheme of schemes) {
      try {
        const found = await scheme(credentials)
        if (found) return found
      } catch (err) {
        log.error({ err }, 'a credential could not be checked')
      }
    }
    return undefined
  },
})
