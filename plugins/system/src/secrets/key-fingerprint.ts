import { createHmac } from 'node:crypto'
import type { Command, Logger } from '@svc/plugin-sdk'
import type { Settings } from '../contract.ts'

const setting = 'secret_key_fingerprint'

const fingerprintOf = (key: Buffer): string => createHmac('sha256', key).update('svc secret key').digest('base64url')

interface Found {
  readonly key: Buffer
  /** there was no file */
  readonly created: boolean
}

/**
 * Notices when the database comes with another key than the one its secrets were sealed with, as after a restore
 * without the file. Said at every start until the file is back or the loss is accepted.
 */
export function checkFingerprint({ key, created }: Found, settings: Settings, log: Logger): void {
  const known = settings.get<string>(setting)
  const actual = fingerprintOf(key)
  if (known === undefined) settings.set(setting, actual)
  if (known === undefined || known === actual) return
  log.error(
    `${created ? 'secret.key was missing and a new one was made' : 'secret.key is not the key of this database'}: ` +
      'second factors and other secrets sealed with the former key no longer open; put the former secret.key back ' +
      'into the data directory and restart, or, if it is lost, set those up again and run svc-server accept-secret-key',
  )
}

/** For the administrator of the host whose former key is lost for good. */
export const acceptKeyCommand = (key: Buffer, settings: Settings): Command => ({
  name: 'accept-secret-key',
  summary: 'takes the present secret.key as the right one, after the former is lost',
  options: {},
  run() {
    const changed = settings.get<string>(setting) !== fingerprintOf(key)
    if (!changed) return 'secret.key is the accepted key already; nothing changed'
    settings.set(setting, fingerprintOf(key))
    return 'accepted; what was sealed with the former key must be set up again'
  },
})
