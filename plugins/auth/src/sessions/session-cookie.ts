export const cookieName = 'session_token'

/**
 * A `set-cookie` header; seconds to live, 0 clears it. `Lax` for a session that begins with the way back from another
 * site: browsers leave Strict cookies out until a page of ours asks. Its first renewal makes it Strict.
 */
export const sessionCookie = (token: string, maxAge: number, secure: boolean, site: 'Strict' | 'Lax' = 'Strict') =>
  `${cookieName}=${token}; HttpOnly; SameSite=${site}; Path=/; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** Browsers keep Secure cookies of plain http for the machine itself only. */
const local = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i

export const dropsSecureCookies = (protocol: string, hostname: string): boolean =>
  protocol === 'http' && !local.test(hostname)
