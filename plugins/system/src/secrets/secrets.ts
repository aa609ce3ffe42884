import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../contract.ts'

const algorithm = 'aes-256-gcm'
const version = 'v1.'
const nonceLength = 12
const tagLength = 16

/** The bytes behind `v1.`; only the one spelling that `seal` writes, because base64url has several for the same bytes. */
function decode(sealed: string): Buffer | undefined {
  if (!sealed.startsWith(version)) return undefined
  const text = sealed.slice(version.length)
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= nonceLength + tagLength && bytes.toString('base64url') === text ? bytes : undefined
}

/** Seals texts with a key of 32 bytes: `v1.` and, in base64url, nonce, tag and what AES-256-GCM made of the text. */
export function makeSecrets(key: Buffer): Secrets {
  return {
    seal(purpose, text) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = decode(sealed)
      if (!bytes) return undefined
      const bodyAt = nonceLength + tagLength
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(nonceLength, bodyAt))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
