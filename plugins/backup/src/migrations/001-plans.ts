import type { Migration } from '@svc/plugin-sdk'

export const plansAndRuns: Migration = {
  name: '001-plans',
  up: (db) =>
    db.exec(`
      CREATE TABLE backup_plans (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        -- kind and members of the destination, without its secret
        destination_json TEXT NOT NULL UNIQUE,
        -- passphrase and secret key, encrypted
        sealed TEXT NOT NULL,
        schedule_json TEXT NOT NULL,
        keep_last INTEGER,
        keep_days INTEGER,
        notification_group_id TEXT,
        created_at INTEGER NOT NULL,
        next_run_at INTEGER,
        running_since INTEGER,
        -- how often it failed since the last success
        failures INTEGER NOT NULL DEFAULT 0,
        last_success_at INTEGER,
        -- what an interrupted backup left at the destination
        pending TEXT
      ) WITHOUT ROWID;
      CREATE TABLE backup_runs (
        id INTEGER PRIMARY KEY,
        plan_id TEXT NOT NULL,
        trigger TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        name TEXT,
        size INTEGER,
        removed INTEGER NOT NULL,
        error_json TEXT
      );
      CREATE INDEX backup_runs_by_plan ON backup_runs (plan_id, id);
      CREATE INDEX backup_runs_by_time ON backup_runs (finished_at);
    `),
}
