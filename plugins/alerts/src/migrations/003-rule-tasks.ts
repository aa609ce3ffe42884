import type { Migration } from '@svc/plugin-sdk'

/** Tasks that a rule runs when it fires and when it recovers: JSON lists of ids. */
export const ruleTasks: Migration = {
  name: '003-rule-tasks',
  up: (db) =>
    db.exec(`
      ALTER TABLE alerts_rules ADD COLUMN fail_tasks_json TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE alerts_rules ADD COLUMN recover_tasks_json TEXT NOT NULL DEFAULT '[]';
    `),
}
