import { createHash } from 'node:crypto'
import { makeToken } from '../token.ts'

const mark = 'svc_'
const shape = /^svc_[\w-]{43}$/
const prefixLength = 8

const hash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A new key, what is stored of it, and the letters by which people recognize it. */
export function makeApiKey(): { readonly key: string; readonly prefix: string; readonly hash: string } {
  const random = makeToken()
  const key = `${mark}${random}`
  return { key, prefix: random.slice(0, prefixLength), hash: hash(key) }
}

/**
 * What is stored of a key: 256 random bits need no slow hash. Undefined for text that no key looks like, so that hostile
 * lengths are never hashed.
 */
export const hashApiKey = (key: string): string | undefined => (shape.test(key) ? hash(key) : undefined)
