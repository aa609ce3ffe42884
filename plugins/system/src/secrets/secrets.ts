import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../contract.ts'

const algorithm = 'aes-256-gcm'
const version = 'v1.'
const nonceLength = 12
const tagLength = 16

/** Decodes the part after `v1.`; accepts only canonical base64url, because several texts decode to the same bytes. */
function decode(sealed: string): Buffer | undefined {
  if (!sealed.startsWith(version)) return undefined
  const text = sealed.slice(version.length)
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= nonceLength + tagLength && bytes.toString('base64url') === text ? bytes : undefined
}

/** Seals texts with a 32-byte key. Format: `v1.` + base64url(nonce, tag, AES-256-GCM ciphertext). */
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
