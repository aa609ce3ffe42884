import { createHash, randomBytes } from 'node:crypto'
import { text } from '@svc/plugin-sdk'
import { type CheckType, failed, waiting } from './check-type.ts'
import { configReader } from './config-reader.ts'

export interface PushConfig {
  /** part of the URL that a host calls; made when the monitor is created */
  readonly token: string
}

/** What is stored to find the monitor of a token. */
export const pushHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Waits for a host to call its URL: each call is a check, and an interval without one is a failed check. The first interval
 * only waits.
 */
export const pushCheck: CheckType<PushConfig> = {
  type: 'push',
  secretFields: ['token'],
  readTarget: () => '',
  readConfig(config) {
    const reader = configReader(config, ['token'])
    return { token: reader.text('token', 64) ?? randomBytes(24).toString('base64url') }
  },
  check: async ({ memory }) => (memory === null ? waiting('waiting') : failed(text('monitors.NO_HEARTBEAT'))),
}
