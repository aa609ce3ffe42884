import type { Migration } from '@svc/plugin-sdk'

/** One row per stored setting of a plugin: its value as JSON, or encrypted. */
export const pluginSettingsTable: Migration = {
  name: '003-plugin-settings',
  up: (db) =>
    db.exec(`
      CREATE TABLE system_plugin_settings (
        plugin TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, is_sealed INTEGER NOT NULL,
        updated_at INTEGER NOT NULL, PRIMARY KEY (plugin, name)
      ) STRICT, WITHOUT ROWID;`),
}
