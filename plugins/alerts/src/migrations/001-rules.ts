import type { Migration } from '@svc/plugin-sdk'

/**
 * The servers of rules have a table of their own, so that they can be deleted with the server. Changes outlive rules and
 * servers, so they contain their names; `hidden` is whether the server was hidden when it was deleted, null until then.
 */
export const rulesTables: Migration = {
  name: '001-rules',
  up: (db) =>
    db.exec(`
      CREATE TABLE alerts_rules (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        conditions_json TEXT NOT NULL,
        trigger_mode TEXT NOT NULL CHECK (trigger_mode IN ('always', 'once')),
        notification_group_id TEXT,
        cover_type TEXT NOT NULL CHECK (cover_type IN ('all', 'include', 'exclude')),
        revision INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE alerts_rule_servers (
        rule_id TEXT NOT NULL REFERENCES alerts_rules (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        PRIMARY KEY (rule_id, server_id)
      ) STRICT;
      CREATE INDEX alerts_rule_servers_by_server ON alerts_rule_servers (server_id);

      CREATE TABLE alerts_states (
        rule_id TEXT NOT NULL REFERENCES alerts_rules (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        first_triggered_at INTEGER NOT NULL,
        last_notified_at INTEGER,
        count INTEGER NOT NULL,
        resolved_at INTEGER,
        suppressed INTEGER NOT NULL CHECK (suppressed IN (0, 1)),
        resolution_pending INTEGER NOT NULL CHECK (resolution_pending IN (0, 1)),
        signal_pending INTEGER NOT NULL CHECK (signal_pending IN (0, 1)),
        last_match_at INTEGER NOT NULL,
        message_json TEXT NOT NULL,
        PRIMARY KEY (rule_id, server_id)
      ) STRICT;
      CREATE INDEX alerts_states_by_server ON alerts_states (server_id);
      CREATE INDEX alerts_states_open ON alerts_states (rule_id) WHERE resolved_at IS NULL OR resolution_pending = 1;
      CREATE INDEX alerts_states_newest
        ON alerts_states ((resolved_at IS NULL) DESC, coalesce(resolved_at, first_triggered_at) DESC);

      CREATE TABLE alerts_changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        rule_id TEXT NOT NULL,
        rule_name TEXT NOT NULL,
        server_id TEXT NOT NULL,
        server_name TEXT NOT NULL,
        change TEXT NOT NULL,
        reason TEXT,
        suppressed INTEGER NOT NULL CHECK (suppressed IN (0, 1)),
        hidden INTEGER CHECK (hidden IN (0, 1)),
        message_json TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX alerts_changes_by_time ON alerts_changes (at, id);
      CREATE INDEX alerts_changes_by_server ON alerts_changes (server_id, at, id);
      CREATE INDEX alerts_changes_by_rule ON alerts_changes (rule_id, at, id);

      CREATE TABLE alerts_absences (
        server_id TEXT PRIMARY KEY,
        since INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
}
