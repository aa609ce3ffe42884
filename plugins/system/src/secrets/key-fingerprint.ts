import { createHmac } from 'node:crypto'
import type { Command, Logger } from '@svc/plugin-sdk'
import type { Settings } from '../contract.ts'

export const fingerprintSetting = 'secret_key_fingerprint'

export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('svc secret key').digest('base64url')

interface LoadedKey {
  readonly key: Buffer
  /** the file was missing */
  readonly created: boolean
}

/**
 * Detects that the secrets in the database were sealed with another key, for example after a restore without the key file.
 * Logged at every start until the file is restored or the loss is accepted.
 */
export function checkFingerprint({ key, created }: LoadedKey, settings: Settings, log: Logger): void {
  const stored = settings.get<string>(fingerprintSetting)
  const actual = fingerprintOf(key)
  if (stored === undefined) settings.set(fingerprintSetting, actual)
  if (stored === undefined || stored === actual) return
  log.error(
    `${created ? 'secret.key was missing and a new one was created' : 'secret.key is not the key of this database'}: ` +
      'second factors and other secrets cannot be decrypted; restore the previous secret.key in the data directory ' +
      'and restart, or, if it is lost, set them up again and run svc-server accept-secret-key',
  )
}

/** For operators whose previous key is permanently lost. */
export const acceptKeyCommand = (key: Buffer, settings: Settings): Command => ({
  name: 'accept-secret-key',
  summary: 'accept the current secret.key after the previous one was lost',
  options: {},
  run() {
    const changed = settings.get<string>(fingerprintSetting) !== fingerprintOf(key)
    if (!changed) return 'secret.key is already accepted; nothing changed'
    settings.set(fingerprintSetting, fingerprintOf(key))
    return 'accepted; secrets sealed with the previous key must be set up again'
  },
})
