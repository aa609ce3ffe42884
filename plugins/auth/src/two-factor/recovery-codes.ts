import { createHash, randomBytes } from 'node:crypto'

const count = 10
/** Crockford's Base32, without letters that look like digits. 16 characters are 80 bits, so a fast hash is safe. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

const makeCode = (): string => Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('')
const hash = (plain: string): string => createHash('sha256').update(plain).digest('hex')

export interface RecoveryCodes {
  /** formatted for display: four groups of four */
  readonly shown: string[]
  readonly hashes: readonly string[]
}

export function makeRecoveryCodes(): RecoveryCodes {
  const plain = Array.from({ length: count }, makeCode)
  return { shown: plain.map((code) => code.replace(/.{4}(?!$)/g, '$&-')), hashes: plain.map(hash) }
}

/** The stored hash of a code, ignoring case, spaces and hyphens. Undefined for text that is not a recovery code. */
export function hashRecoveryCode(typed: string): string | undefined {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  if (plain.length !== length || /[^0-9a-hjkmnp-tv-z]/.test(plain)) return undefined
  return hash(plain)
}
