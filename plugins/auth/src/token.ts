import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters of base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

const shape = /^[\w-]{43}$/

/** What is stored of a token. Undefined for text that no token looks like, so that hostile lengths are never hashed. */
export const hashToken = (token: string): string | undefined =>
  shape.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
