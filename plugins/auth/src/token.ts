import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters of base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

const tokenPattern = /^[\w-]{43}$/

/** The stored hash of a token. Undefined for text that is not a token, so that huge inputs are never hashed. */
export const hashToken = (token: string): string | undefined =>
  tokenPattern.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
