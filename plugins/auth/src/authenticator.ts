import type { Authenticator, Credentials, Logger, Principal, Registry } from '@svc/plugin-sdk'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { CredentialIssuer, GuestAccount } from './contract.ts'
import { cookieName, sessionCookie } from './sessions/session-cookie.ts'
import type { ActiveSession, Sessions } from './sessions/sessions.ts'
import type { UsersStore } from './users/users-store.ts'

/** Authenticates one kind of credential; undefined when it is absent or invalid. */
export type Scheme = (credentials: Credentials) => Principal | undefined | Promise<Principal | undefined>

const principal = ({ session, deadline }: ActiveSession, via: Principal['via']): Principal => ({
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
  ({ cookies, ip, setCookie }) => {
    const token = cookies[cookieName]
    const found = token && sessions.find(token, ip)
    if (!token || !found) return undefined
    // the cookie expires at its original time unless it is set again
    if (found.renewedFor !== undefined) setCookie?.(sessionCookie(token, found.renewedFor, secure))
    return principal(found, 'cookie')
  }

export const byApiKey =
  (apiKeys: Pick<ApiKeys, 'find'>): Scheme =>
  ({ headers }) => {
    const key = headers['x-api-key']
    const row = typeof key === 'string' ? apiKeys.find(key) : undefined
    return (
      row && {
        userId: row.user_id,
        username: row.username,
        role: row.role,
        via: 'api_key',
        credentialId: row.id,
        flagged: row.must_change_password === 1,
        ...(row.expires_at !== null && { deadline: row.expires_at * 1000 }),
      }
    )
  }

/** A web session or a credential of another plugin. The user is read here, so that no issuer decides about permissions. */
export const byBearer =
  (sessions: Sessions, issuers: Registry<CredentialIssuer>, users: UsersStore): Scheme =>
  ({ headers, ip }) => {
    const { authorization } = headers
    if (typeof authorization !== 'string' || !authorization.startsWith('Bearer ')) return undefined
    const token = authorization.slice('Bearer '.length)
    const session = sessions.find(token, ip)
    if (session) return principal(session, 'bearer')
    for (const issuer of issuers.all()) {
      const issued = issuer.find(token)
      const user = issued && users.get(issued.userId)
      if (!user) continue
      const { username, role, must_change_password: flagged } = user
      return { ...issued, username, role, via: 'bearer', flagged: flagged === 1 }
    }
    return undefined
  }

/** Nobody is a stranger on a server with a guest account. */
export const byGuest =
  (guests: Registry<GuestAccount>, users: Pick<UsersStore, 'findByUsername'>): Scheme =>
  () => {
    const [guest] = guests.all()
    const user = guest && users.findByUsername(guest.username)
    if (!user) return undefined
    return {
      userId: user.id,
      username: user.username,
      role: user.role,
      via: 'cookie',
      credentialId: 'guest',
      flagged: false,
    }
  }

/** The first valid credential wins; invalid ones are skipped. */
export const makeAuthenticator = (schemes: readonly Scheme[], log: Logger): Authenticator => ({
  async authenticate(credentials) {
    for (const scheme of schemes) {
      try {
        const found = await scheme(credentials)
        if (found) return found
      } catch (err) {
        log.error({ err }, 'failed to check a credential')
      }
    }
    return undefined
  },
})
