import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { type Envelope, lifetimeSeconds } from '@svc/push-relay/send-schema'

export type { Envelope }
export { lifetimeSeconds }

/** Whom an envelope is for. */
export interface Recipient {
  /** address of this server, as the app knows it */
  readonly deploymentId: string
  readonly userId: string
  readonly installationId: string
}

/** The part of an envelope that everyone who handles it can read, and nobody can change. */
export interface EnvelopeHeader {
  readonly keyId: string
  readonly identity: string
  readonly eventId: string
  /** epoch seconds */
  readonly expiresAt: number
}

/** Plaintexts have one of these lengths, so that the length of a ciphertext tells little. */
export const paddedLengths = [256, 512, 1024, 2048] as const

export const identityOf = ({ deploymentId, userId, installationId }: Recipient): string =>
  createHash('sha256')
    .update(JSON.stringify([deploymentId, userId, installationId]))
    .digest('hex')

const associatedData = ({ keyId, identity, eventId, expiresAt }: EnvelopeHeader): Buffer =>
  Buffer.from(['svc.Push.v1', keyId, identity, eventId, expiresAt].join('|'))

/** Compact JSON and the spaces that fill it up, which JSON parsers skip. */
export function padded(content: object): Buffer {
  const json = Buffer.from(JSON.stringify(content))
  const length = paddedLengths.find((one) => one >= json.length)
  if (length === undefined) throw new RangeError(`a notification has ${json.length} bytes; at most 2048 are allowed`)
  return Buffer.concat([json, Buffer.alloc(length - json.length, ' ')])
}

/**
 * Encrypts the content of a notification with AES-256-GCM. The nonce is random and depends on nothing that is stored, so that
 * neither a restart nor a restored backup repeats one.
 */
export function encrypt(content: object, key: Buffer, header: EnvelopeHeader, nonce = randomBytes(12)): Envelope {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(associatedData(header))
  const ciphertext = Buffer.concat([cipher.update(padded(content)), cipher.final(), cipher.getAuthTag()])
  return {
    version: 1,
    key_id: header.keyId,
    identity: header.identity,
    nonce: nonce.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  }
}
