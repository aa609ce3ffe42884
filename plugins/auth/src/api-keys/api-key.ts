import { createHash } from 'node:crypto'
import { makeToken } from '../token.ts'

const prefix = 'svc_'
const keyPattern = /^svc_[\w-]{43}$/
const prefixLength = 8

const hash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A new key, its stored hash, and the visible prefix by which people recognize it. */
export function makeApiKey(): { readonly key: string; readonly prefix: string; readonly hash: string } {
  const random = makeToken()
  const key = `${prefix}${random}`
  return { key, prefix: random.slice(0, prefixLength), hash: hash(key) }
}

/**
 * The stored hash of a key; 256 random bits need no slow hash. Undefined for text that is not a key, so that huge inputs
 * are never hashed.
 */
export const hashApiKey = (key: string): string | undefined => (keyPattern.test(key) ? hash(key) : undefined)
