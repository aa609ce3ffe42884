import type { Migration } from '@svc/plugin-sdk'

/** One row per run of the server, in epoch seconds; `seen_at` is updated while it runs. */
export const runsTable: Migration = {
  name: '002-runs',
  up: (db) =>
    db.exec(`
      CREATE TABLE system_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT, started_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX system_runs_by_seen_at ON system_runs (seen_at);`),
}
