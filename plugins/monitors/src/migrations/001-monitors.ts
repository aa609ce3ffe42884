import type { Migration } from '@svc/plugin-sdk'

/**
 * The index by monitor covers summaries, which may read a month of records. `monitors_purges` has the deleted monitors
 * whose records are still to be deleted.
 */
export const monitorTables: Migration = {
  name: '001-monitors',
  up: (db) =>
    db.exec(`
      CREATE TABLE monitors_monitors (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        monitor_type TEXT NOT NULL,
        target TEXT NOT NULL,
        interval_s INTEGER NOT NULL,
        config_json TEXT NOT NULL,
        sealed TEXT,
        notification_group_id TEXT,
        retry_count INTEGER NOT NULL,
        enabled INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        last_status INTEGER,
        last_latency REAL,
        last_error_json TEXT,
        checked_at_ms INTEGER,
        consecutive_failures INTEGER NOT NULL,
        outage_since INTEGER,
        outage_announced INTEGER NOT NULL,
        recovery_pending INTEGER NOT NULL,
        memory TEXT
      ) STRICT;
      CREATE TABLE monitors_records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        monitor INTEGER NOT NULL,
        success INTEGER NOT NULL,
        latency REAL,
        detail_json TEXT NOT NULL,
        error_json TEXT,
        time INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX monitors_records_by_monitor ON monitors_records (monitor, time, success, latency);
      CREATE INDEX monitors_records_by_time ON monitors_records (time);
      CREATE TABLE monitors_purges (number INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE monitors_servers (
        monitor INTEGER NOT NULL REFERENCES monitors_monitors (number) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        PRIMARY KEY (monitor, server_id)
      ) STRICT;
      CREATE INDEX monitors_servers_by_server ON monitors_servers (server_id);
    `),
}
