import type { Migration } from '@svc/plugin-sdk'

/** Alerts of one source each, for example of an address. Without a source it is empty. */
export const sources: Migration = {
  name: '008-sources',
  up: (db) =>
    db.exec(`
      CREATE TABLE alerts_states_by_source (
        rule_id TEXT NOT NULL REFERENCES alerts_rules (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        source TEXT NOT NULL DEFAULT '',
        first_triggered_at INTEGER NOT NULL,
        last_notified_at INTEGER,
        count INTEGER NOT NULL,
        resolved_at INTEGER,
        suppressed INTEGER NOT NULL CHECK (suppressed IN (0, 1)),
        resolution_pending INTEGER NOT NULL CHECK (resolution_pending IN (0, 1)),
        signal_pending INTEGER NOT NULL CHECK (signal_pending IN (0, 1)),
        last_match_at INTEGER NOT NULL,
        message_json TEXT NOT NULL,
        silenced_by TEXT,
        no_data_since INTEGER,
        acknowledged_at INTEGER,
        acknowledged_by TEXT,
        PRIMARY KEY (rule_id, server_id, source)
      ) STRICT;
      INSERT INTO alerts_states_by_source (rule_id, server_id, first_triggered_at, last_notified_at, count, resolved_at,
        suppressed, resolution_pending, signal_pending, last_match_at, message_json, silenced_by, no_data_since,
        acknowledged_at, acknowledged_by)
      SELECT rule_id, server_id, first_triggered_at, last_notified_at, count, resolved_at, suppressed, resolution_pending,
        signal_pending, last_match_at, message_json, silenced_by, no_data_since, acknowledged_at, acknowledged_by
      FROM alerts_states ORDER BY rowid;
      DROP TABLE alerts_states;
      ALTER TABLE alerts_states_by_source RENAME TO alerts_states;
      CREATE INDEX alerts_states_by_server ON alerts_states (server_id);
      CREATE INDEX alerts_states_open ON alerts_states (rule_id) WHERE resolved_at IS NULL OR resolution_pending = 1;
      CREATE INDEX alerts_states_newest
        ON alerts_states ((resolved_at IS NULL) DESC, coalesce(resolved_at, first_triggered_at) DESC);

      ALTER TABLE alerts_changes ADD COLUMN source TEXT NOT NULL DEFAULT '';
      ALTER TABLE alerts_alert_group_members ADD COLUMN source TEXT NOT NULL DEFAULT '';
    `),
}
