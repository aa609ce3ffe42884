import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '@svc/plugin-sdk'
import { keyLength } from './key-file.ts'
import { fingerprintOf, fingerprintSetting } from './key-fingerprint.ts'

const restore =
  'restore it from a full backup or from a copy; if it is lost, move it away, set second factors and channel secrets up ' +
  'again, and run svc-server accept-secret-key'

/** Whether `secret.key` can decrypt what the database has. */
export const keyCheck: Check = {
  name: 'secret.key',
  run({ dataDir, read }) {
    const path = join(dataDir, 'secret.key')
    const stored = read<{ value: string }>(`SELECT value FROM system_settings WHERE key = '${fingerprintSetting}'`)?.[0]
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) {
      return stored
        ? [
            {
              state: 'problem',
              text: `${path} is missing, and the database has secrets sealed with it`,
              advice: restore,
            },
          ]
        : [{ state: 'ok', text: 'the first start creates it' }]
    }
    const key = found.isFile() ? readFileSync(path) : Buffer.alloc(0)
    if (key.length !== keyLength) {
      return [{ state: 'problem', text: `${path} is not a key: it has ${key.length} bytes`, advice: restore }]
    }
    if (stored && JSON.parse(stored.value) !== fingerprintOf(key)) {
      return [{ state: 'problem', text: `${path} is not the key of this database`, advice: restore }]
    }
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
      return [{ state: 'warning', text: `other users may read ${path}`, advice: `chmod 600 ${path}` }]
    }
    return [{ state: 'ok', text: 'it is the key of this database' }]
  },
}
