import type { Migration } from '@svc/plugin-sdk'

export const upgradeTables: Migration = {
  name: '001-upgrades',
  up: (db) =>
    db.exec(`
      CREATE TABLE upgrade_jobs (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        server_id TEXT NOT NULL,
        -- null if the agent has not said it
        from_version TEXT,
        target_version TEXT NOT NULL,
        stage TEXT NOT NULL,
        status TEXT NOT NULL,
        error_json TEXT,
        backup_path TEXT,
        started_by TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        -- of the last message of the agent
        progressed_ms INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX upgrade_jobs_by_server ON upgrade_jobs (server_id, number);
      CREATE INDEX upgrade_jobs_by_end ON upgrade_jobs (finished_at);
      CREATE TABLE upgrade_rollouts (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL,
        state TEXT NOT NULL,
        started_by TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX upgrade_rollouts_by_end ON upgrade_rollouts (finished_at);
      CREATE TABLE upgrade_targets (
        number INTEGER PRIMARY KEY,
        rollout_id TEXT NOT NULL,
        server_id TEXT NOT NULL,
        wave INTEGER NOT NULL,
        job_id TEXT,
        -- why it was left out
        skipped_json TEXT,
        started_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX upgrade_targets_by_rollout ON upgrade_targets (rollout_id, server_id);
      CREATE INDEX upgrade_targets_by_server ON upgrade_targets (server_id);
      CREATE INDEX upgrade_targets_by_start ON upgrade_targets (started_at);
    `),
}
