export const bindingCookieName = 'oauth_nonce'
export const secondFactorCookieName = 'oauth_second_factor'

const text = (name: string, value: string, site: 'Lax' | 'Strict', path: string, maxAge: number, secure: boolean) =>
  `${name}=${value}; HttpOnly; SameSite=${site}; Path=${path}; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** Ties a sign-in to the browser that started it. Lax, because it must come along when the provider sends it back. */
export const bindingCookie = (value: string, maxAge: number, secure: boolean): string =>
  text(bindingCookieName, value, 'Lax', '/api/auth/oauth', maxAge, secure)

/** Names a sign-in that waits for its second factor. */
export const secondFactorCookie = (value: string, maxAge: number, secure: boolean): string =>
  text(secondFactorCookieName, value, 'Strict', '/api/auth/oauth/second-factor', maxAge, secure)
