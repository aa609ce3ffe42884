import type { Migration } from '@svc/plugin-sdk'

/** Deliveries contain the name of their channel and no foreign key: they are kept when the channel is deleted. */
export const notificationTables: Migration = {
  name: '002-notifications',
  up: (db) =>
    db.exec(`
      CREATE TABLE alerts_channels (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        notify_type TEXT NOT NULL,
        config_json TEXT NOT NULL,
        sealed_secrets TEXT,
        enabled INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE alerts_groups (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE alerts_group_channels (
        group_id TEXT NOT NULL REFERENCES alerts_groups (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        channel_id TEXT NOT NULL REFERENCES alerts_channels (id) ON DELETE CASCADE,
        PRIMARY KEY (group_id, position),
        UNIQUE (group_id, channel_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alerts_group_channels_by_channel ON alerts_group_channels (channel_id);
      CREATE TABLE alerts_deliveries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        channel_id TEXT NOT NULL,
        channel_name TEXT NOT NULL,
        event TEXT NOT NULL,
        title TEXT NOT NULL,
        notice_json TEXT NOT NULL,
        notices INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
        attempts INTEGER NOT NULL,
        error_json TEXT,
        created_at INTEGER NOT NULL,
        next_attempt_ms INTEGER,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX alerts_deliveries_by_channel ON alerts_deliveries (channel_id, id);
      CREATE INDEX alerts_deliveries_by_state ON alerts_deliveries (state, id);
      CREATE INDEX alerts_deliveries_waiting ON alerts_deliveries (channel_id, id) WHERE state = 'waiting';
      CREATE INDEX alerts_deliveries_finished ON alerts_deliveries (finished_at);
    `),
}
