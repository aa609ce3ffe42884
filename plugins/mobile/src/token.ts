import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters of base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tokenPattern = /^[\w-]{43}$/

/**
 * The stored hash of a token; 256 random bits need no slow hash. Undefined for text that is not a token, so that huge
 * inputs are never hashed.
 */
export const hashToken = (token: string): string | undefined => (tokenPattern.test(token) ? sha256(token) : undefined)

/** A new token and its stored hash. */
export function issueToken(): { readonly token: string; readonly hash: string } {
  const token = makeToken()
  return { token, hash: sha256(token) }
}
