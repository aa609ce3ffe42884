import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Settings } from './contract.ts'

export function settingsStore(db: Database, clock: Pick<Clock, 'now'>): Settings {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM system_settings WHERE key = ?')
  const set = db.prepare<[string, string, number]>(
    `INSERT INTO system_settings (key, value, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  )
  return {
    get<T>(key: string) {
      const row = get.get(key)
      return row && (JSON.parse(row.value) as T)
    },
    set: (key, value) => void set.run(key, JSON.stringify(value), toSeconds(clock.now())),
  }
}
