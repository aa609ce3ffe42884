import type { Migration } from '@svc/plugin-sdk'

/**
 * What makes alerts bearable: severity, a pending period, reminders, targets by group and tag, acknowledgements and silences.
 * `all` is the built-in group of all channels. Reminders are no longer part of the history.
 */
export const ruleOptions: Migration = {
  name: '007-rule-options',
  up: (db) =>
    db.exec(`
      ALTER TABLE alerts_rules ADD COLUMN severity TEXT NOT NULL DEFAULT 'critical'
        CHECK (severity IN ('warning', 'critical'));
      ALTER TABLE alerts_rules ADD COLUMN for_minutes INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE alerts_rules ADD COLUMN reminder_minutes INTEGER NOT NULL DEFAULT 60;
      ALTER TABLE alerts_rules ADD COLUMN group_ids_json TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE alerts_rules ADD COLUMN tags_json TEXT NOT NULL DEFAULT '[]';

      ALTER TABLE alerts_states ADD COLUMN no_data_since INTEGER;
      ALTER TABLE alerts_states ADD COLUMN acknowledged_at INTEGER;
      ALTER TABLE alerts_states ADD COLUMN acknowledged_by TEXT;
      DELETE FROM alerts_changes WHERE change = 'reminded';

      CREATE TABLE alerts_pending (
        rule_id TEXT NOT NULL REFERENCES alerts_rules (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (rule_id, server_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alerts_pending_by_server ON alerts_pending (server_id);

      CREATE TABLE alerts_silences (
        id TEXT PRIMARY KEY,
        rule_id TEXT REFERENCES alerts_rules (id) ON DELETE CASCADE,
        server_id TEXT,
        until INTEGER NOT NULL,
        created_by TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX alerts_silences_by_server ON alerts_silences (server_id);
      CREATE INDEX alerts_silences_by_rule ON alerts_silences (rule_id);
      CREATE INDEX alerts_silences_by_end ON alerts_silences (until);

      CREATE TABLE alerts_starters (
        rule_type TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      INSERT INTO alerts_groups (id, name, created_at) VALUES ('all', 'All channels', 0);
    `),
}
