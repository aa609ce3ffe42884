import type { Migration } from '@svc/plugin-sdk'

/**
 * Alerts of one cause. A member without an alert group waits until the window of its notification group is over. An audience
 * is a notification group that is told about an alert group: its own one, and the one it escalated to. `due_at` is when
 * there is something to send next. Names outlive rules and servers.
 */
export const alertGroups: Migration = {
  name: '005-alert-groups',
  up: (db) =>
    db.exec(`
      ALTER TABLE alerts_groups ADD COLUMN wait_seconds INTEGER NOT NULL DEFAULT 20;
      ALTER TABLE alerts_groups ADD COLUMN group_by TEXT NOT NULL DEFAULT '["server_group"]';
      ALTER TABLE alerts_groups ADD COLUMN quiet_from TEXT;
      ALTER TABLE alerts_groups ADD COLUMN quiet_to TEXT;
      ALTER TABLE alerts_groups ADD COLUMN escalation_minutes INTEGER;
      ALTER TABLE alerts_groups ADD COLUMN escalation_group_id TEXT REFERENCES alerts_groups (id) ON DELETE SET NULL;
      ALTER TABLE alerts_rules ADD COLUMN immediate INTEGER NOT NULL DEFAULT 0 CHECK (immediate IN (0, 1));

      CREATE TABLE alerts_alert_groups (
        id TEXT PRIMARY KEY,
        notification_group_id TEXT NOT NULL,
        cause_key TEXT NOT NULL,
        cause_name TEXT NOT NULL,
        first_at INTEGER NOT NULL,
        last_joined_at INTEGER NOT NULL,
        closed_at INTEGER,
        escalate_at INTEGER,
        notices INTEGER NOT NULL DEFAULT 0,
        messages INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX alerts_alert_groups_open ON alerts_alert_groups (notification_group_id) WHERE closed_at IS NULL;
      CREATE INDEX alerts_alert_groups_escalating ON alerts_alert_groups (escalate_at) WHERE escalate_at IS NOT NULL;
      CREATE INDEX alerts_alert_groups_newest ON alerts_alert_groups (first_at);
      CREATE INDEX alerts_alert_groups_closed ON alerts_alert_groups (closed_at);

      CREATE TABLE alerts_alert_group_members (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        alert_group_id TEXT REFERENCES alerts_alert_groups (id) ON DELETE CASCADE,
        notification_group_id TEXT NOT NULL,
        rule_id TEXT NOT NULL,
        server_id TEXT NOT NULL,
        server_name TEXT NOT NULL,
        reachability INTEGER NOT NULL CHECK (reachability IN (0, 1)),
        notice_json TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        resolved_at INTEGER,
        recovered INTEGER NOT NULL DEFAULT 0 CHECK (recovered IN (0, 1)),
        notices INTEGER NOT NULL DEFAULT 1
      ) STRICT;
      CREATE INDEX alerts_alert_group_members_open ON alerts_alert_group_members (rule_id, server_id)
        WHERE resolved_at IS NULL;
      CREATE INDEX alerts_alert_group_members_waiting ON alerts_alert_group_members (notification_group_id)
        WHERE alert_group_id IS NULL;
      CREATE INDEX alerts_alert_group_members_by_group ON alerts_alert_group_members (alert_group_id, resolved_at);

      CREATE TABLE alerts_alert_group_audiences (
        alert_group_id TEXT NOT NULL REFERENCES alerts_alert_groups (id) ON DELETE CASCADE,
        notification_group_id TEXT NOT NULL REFERENCES alerts_groups (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        announced_at INTEGER,
        sent_at INTEGER,
        update_due_at INTEGER,
        follow_up_due_at INTEGER,
        reminder_due_at INTEGER,
        due_at INTEGER,
        PRIMARY KEY (alert_group_id, notification_group_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alerts_alert_group_audiences_due ON alerts_alert_group_audiences (due_at) WHERE due_at IS NOT NULL;

      CREATE TABLE alerts_receipts (
        channel_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        receipt TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (channel_id, thread_id)
      ) STRICT;
      CREATE INDEX alerts_receipts_by_time ON alerts_receipts (at);

      CREATE TABLE alerts_dependencies (
        server_id TEXT NOT NULL,
        depends_on TEXT NOT NULL,
        PRIMARY KEY (server_id, depends_on)
      ) STRICT;
      CREATE INDEX alerts_dependencies_by_target ON alerts_dependencies (depends_on);
    `),
}
