import type { Database } from '@svc/plugin-sdk'

export interface StoredSetting {
  readonly name: string
  /** JSON, or encrypted */
  readonly value: string
  readonly is_sealed: 0 | 1
}

export function pluginSettingsStore(db: Database) {
  const list = db.prepare<[string], StoredSetting>(
    'SELECT name, value, is_sealed FROM system_plugin_settings WHERE plugin = ?',
  )
  const clear = db.prepare<[string]>('DELETE FROM system_plugin_settings WHERE plugin = ?')
  const insert = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO system_plugin_settings (plugin, name, value, is_sealed, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    clear: (plugin: string) => void clear.run(plugin),
    list: (plugin: string) => list.all(plugin),
    replace(plugin: string, settings: readonly StoredSetting[], updatedAt: number) {
      clear.run(plugin)
      for (const { name, value, is_sealed } of settings) insert.run(plugin, name, value, is_sealed, updatedAt)
    },
  }
}
export type PluginSettingsStore = ReturnType<typeof pluginSettingsStore>
