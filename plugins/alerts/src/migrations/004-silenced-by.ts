import type { Migration } from '@svc/plugin-sdk'

/** What silenced an alert, for example the name of a maintenance window. */
export const silencedBy: Migration = {
  name: '004-silenced-by',
  up: (db) =>
    db.exec(`
      ALTER TABLE alerts_states ADD COLUMN silenced_by TEXT;
      ALTER TABLE alerts_changes ADD COLUMN silenced_by TEXT;
    `),
}
