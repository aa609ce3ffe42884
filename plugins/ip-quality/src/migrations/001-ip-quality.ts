import type { Migration } from '@svc/plugin-sdk'

export const createIpQuality: Migration = {
  name: '001-ip-quality',
  up: (db) =>
    db.exec(`
      CREATE TABLE ip_quality_services (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        is_builtin INTEGER NOT NULL,
        enabled INTEGER NOT NULL,
        name TEXT NOT NULL,
        category TEXT NOT NULL,
        popularity INTEGER NOT NULL,
        request TEXT,
        rules TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE ip_quality_results (
        server_id TEXT NOT NULL,
        service_id TEXT NOT NULL,
        id TEXT NOT NULL,
        status TEXT NOT NULL,
        region TEXT,
        latency_ms INTEGER,
        detail TEXT,
        checked_at INTEGER NOT NULL,
        PRIMARY KEY (server_id, service_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE ip_quality_checks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server_id TEXT NOT NULL,
        service_id TEXT NOT NULL,
        status TEXT NOT NULL,
        region TEXT,
        latency_ms INTEGER,
        detail TEXT,
        checked_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX ip_quality_checks_by_server ON ip_quality_checks (server_id, service_id, checked_at);
      CREATE INDEX ip_quality_checks_by_time ON ip_quality_checks (checked_at);

      CREATE TABLE ip_quality_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server_id TEXT NOT NULL,
        service_id TEXT NOT NULL,
        old_status TEXT NOT NULL,
        new_status TEXT NOT NULL,
        changed_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX ip_quality_events_by_server ON ip_quality_events (server_id, changed_at);
      CREATE INDEX ip_quality_events_by_time ON ip_quality_events (changed_at);

      CREATE TABLE ip_quality_snapshots (
        server_id TEXT PRIMARY KEY,
        ip TEXT NOT NULL,
        facts TEXT NOT NULL,
        checked_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE ip_quality_risks (
        ip TEXT NOT NULL,
        providers TEXT NOT NULL,
        facts TEXT NOT NULL,
        checked_at INTEGER NOT NULL,
        PRIMARY KEY (ip, providers)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ip_quality_risks_by_time ON ip_quality_risks (checked_at);

      CREATE TABLE ip_quality_keys (
        provider TEXT PRIMARY KEY,
        sealed TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
}
