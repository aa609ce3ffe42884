import { createHash, randomBytes } from 'node:crypto'

const amount = 10
/** Crockford's alphabet: no letter that is taken for a digit. 16 of 32 letters are 80 bits, so a fast hash is safe. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

const makeOne = (): string => Array.from(randomBytes(length), (byte) => letters[byte % 32]).join('')
const hash = (plain: string): string => createHash('sha256').update(plain).digest('hex')

export interface RecoveryCodes {
  /** as shown, once: four groups of four */
  readonly shown: string[]
  readonly hashes: readonly string[]
}

export function makeRecoveryCodes(): RecoveryCodes {
  const plain = Array.from({ length: amount }, makeOne)
  return { shown: plain.map((code) => code.replace(/.{4}(?!$)/g, '$&-')), hashes: plain.map(hash) }
}

/** What is stored of a code, however it was typed. Undefined for text that is no recovery code. */
export function hashRecoveryCode(typed: string): string | undefined {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  if (plain.length !== length || /[^0-9a-hjkmnp-tv-z]/.test(plain)) return undefined
  return hash(plain)
}
