import type { Envelope, Recipient } from './envelope.ts'

/** What the app stored when it registered. */
export interface StoredKey extends Recipient {
  readonly keyId: string
  /** 32 bytes */
  readonly key: Uint8Array
}

/** What the push service delivers: `svc_envelope` and `svc_event`. */
export interface Delivered {
  readonly envelope: Envelope
  readonly event: { readonly id: string; readonly expires_at: number }
}

/** Why an app must not use a notification. It shows a generic text instead, and opens nothing. */
export type Rejection = 'version' | 'key' | 'length' | 'authentication' | 'content' | 'account' | 'created' | 'expired'

class RejectedEnvelope extends Error {
  readonly rejection: Rejection

  constructor(rejection: Rejection) {
    super(rejection)
    this.rejection = rejection
  }
}

const tagLength = 16
const maxLength = 2048 + tagLength
const maxLifetime = 1800
const maxClockSkew = 60

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

/** `HEX(SHA-256(["deployment","user","installation"]))`, compact and without escaped slashes. */
async function identityOf({ deploymentId, userId, installationId }: Recipient): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', utf8(JSON.stringify([deploymentId, userId, installationId])))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Decrypts a notification as an app does: the reference for developers of apps. It uses nothing but Web Cryptography, and
 * throws `RejectedEnvelope`. `now` is in epoch seconds.
 */
export async function decrypt(
  { envelope, event }: Delivered,
  stored: StoredKey,
  now: number,
): Promise<Record<string, unknown>> {
  const { version, key_id, identity, nonce, ciphertext } = envelope
  if (version !== 1) throw new RejectedEnvelope('version')
  if (key_id !== stored.keyId) throw new RejectedEnvelope('key')
  const iv = bytesOf(nonce)
  const sealed = bytesOf(ciphertext)
  if (iv.length !== 12 || sealed.length < tagLength || sealed.length > maxLength) throw new RejectedEnvelope('length')
  if (identity !== (await identityOf(stored))) throw new RejectedEnvelope('account')
  const additionalData = utf8(`svc.Push.v1|${key_id}|${identity}|${event.id}|${event.expires_at}`)
  const key = await crypto.subtle.importKey('raw', new Uint8Array(stored.key), 'AES-GCM', false, ['decrypt'])
  const plaintext = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed).catch(() => {
    throw new RejectedEnvelope('authentication')
  })
  // The spaces at the end fill it up.
  const content = JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, unknown>
  const { created_at: created, expires_at: expires } = content
  if (content.event_id !== event.id || expires !== event.expires_at) throw new RejectedEnvelope('content')
  if (typeof created !== 'number' || typeof expires !== 'number') throw new RejectedEnvelope('content')
  const isOfAccount =
    content.deployment_id === stored.deploymentId &&
    content.user_id === stored.userId &&
    content.installation_id === stored.installationId
  if (!isOfAccount) throw new RejectedEnvelope('account')
  if (created > now + maxClockSkew) throw new RejectedEnvelope('created')
  if (expires - created > maxLifetime || expires <= now) throw new RejectedEnvelope('expired')
  return content
}
