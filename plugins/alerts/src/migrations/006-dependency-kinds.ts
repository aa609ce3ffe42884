import type { Migration } from '@svc/plugin-sdk'

/** Not only servers have alerts and dependencies, and not only servers can be depended on. */
export const dependencyKinds: Migration = {
  name: '006-dependency-kinds',
  up: (db) =>
    db.exec(`
      ALTER TABLE alerts_alert_group_members ADD COLUMN subject_kind TEXT NOT NULL DEFAULT 'server';
      ALTER TABLE alerts_dependencies RENAME COLUMN server_id TO subject_id;
      ALTER TABLE alerts_dependencies ADD COLUMN subject_kind TEXT NOT NULL DEFAULT 'server';
      ALTER TABLE alerts_dependencies ADD COLUMN depends_on_kind TEXT NOT NULL DEFAULT 'server';
    `),
}
