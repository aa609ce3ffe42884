import type { Migration } from '@svc/plugin-sdk'

/**
 * Checks by UTC day, so that uptime needs no reading of all checks; which check changed the status; group and tags; and the
 * hash of the token with which a host reports to a monitor.
 */
export const beats: Migration = {
  name: '002-beats',
  up: (db) =>
    db.exec(`
      ALTER TABLE monitors_monitors ADD COLUMN group_name TEXT;
      ALTER TABLE monitors_monitors ADD COLUMN tags_json TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE monitors_monitors ADD COLUMN push_hash TEXT;
      CREATE UNIQUE INDEX monitors_monitors_by_push ON monitors_monitors (push_hash) WHERE push_hash IS NOT NULL;

      ALTER TABLE monitors_records ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
      UPDATE monitors_records SET changed = 1 WHERE id IN (
        SELECT id FROM (
          SELECT id, success, lag(success) OVER (PARTITION BY monitor ORDER BY time, id) AS earlier FROM monitors_records
        ) WHERE earlier IS NOT success
      );
      CREATE INDEX monitors_records_changes ON monitors_records (monitor, time) WHERE changed = 1;

      CREATE TABLE monitors_days (
        monitor INTEGER NOT NULL REFERENCES monitors_monitors (number) ON DELETE CASCADE,
        day_start INTEGER NOT NULL,
        checks INTEGER NOT NULL,
        failures INTEGER NOT NULL,
        PRIMARY KEY (monitor, day_start)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX monitors_days_by_time ON monitors_days (day_start);
      INSERT INTO monitors_days (monitor, day_start, checks, failures)
        SELECT monitor, time / 86400 * 86400, count(*), sum(success = 0) FROM monitors_records
        WHERE monitor IN (SELECT number FROM monitors_monitors) GROUP BY 1, 2;
    `),
}
