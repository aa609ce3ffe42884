export const bindingCookieName = 'oauth_nonce'
export const secondFactorCookieName = 'oauth_second_factor'

const toCookie = (
  name: string,
  value: string,
  sameSite: 'Lax' | 'Strict',
  path: string,
  maxAge: number,
  secure: boolean,
) => `${name}=${value}; HttpOnly; SameSite=${sameSite}; Path=${path}; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** Binds a sign-in to the browser that started it. Lax, so that it is sent with the redirect from the provider. */
export const bindingCookie = (value: string, maxAge: number, secure: boolean): string =>
  toCookie(bindingCookieName, value, 'Lax', '/api/auth/oauth', maxAge, secure)

/** Identifies a sign-in that is waiting for its second factor. */
export const secondFactorCookie = (value: string, maxAge: number, secure: boolean): string =>
  toCookie(secondFactorCookieName, value, 'Strict', '/api/auth/oauth/second-factor', maxAge, secure)
