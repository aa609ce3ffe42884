import type { Migration } from '@svc/plugin-sdk'

/** What rules do about the sources of their alerts. */
export const ruleActions: Migration = {
  name: '009-actions',
  up: (db) => db.exec("ALTER TABLE alerts_rules ADD COLUMN actions_json TEXT NOT NULL DEFAULT '[]'"),
}
