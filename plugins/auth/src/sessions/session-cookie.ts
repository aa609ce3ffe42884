export const cookieName = 'session_token'

/** A `set-cookie` header; seconds to live, 0 clears it. */
export const sessionCookie = (token: string, maxAge: number, secure: boolean): string =>
  `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** Browsers keep Secure cookies of plain http for the machine itself only. */
const local = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i

export const dropsSecureCookies = (protocol: string, hostname: string): boolean =>
  protocol === 'http' && !local.test(hostname)
