export const cookieName = 'session_token'

/**
 * A `set-cookie` header; `maxAge` 0 clears the cookie. `Lax` for sessions that start with a redirect from a provider, because
 * browsers do not send Strict cookies with it. The first renewal makes the cookie Strict.
 */
export const sessionCookie = (token: string, maxAge: number, secure: boolean, sameSite: 'Strict' | 'Lax' = 'Strict') =>
  `${cookieName}=${token}; HttpOnly; SameSite=${sameSite}; Path=/; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** Over plain http browsers accept Secure cookies from localhost only. */
const localhostPattern = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i

export const dropsSecureCookies = (protocol: string, hostname: string): boolean =>
  protocol === 'http' && !localhostPattern.test(hostname)
