import type { Migration } from '@svc/plugin-sdk'

export const createEvents: Migration = {
  name: '001-events',
  up: (db) =>
    db.exec(`
      CREATE TABLE security_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server_id TEXT NOT NULL,
        event_type TEXT NOT NULL,
        severity TEXT NOT NULL,
        source_ip TEXT,
        source_port INTEGER,
        username TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        first_seen INTEGER NOT NULL,
        detector_source TEXT NOT NULL,
        evidence TEXT NOT NULL,
        key TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX security_events_by_key ON security_events (server_id, key);
      CREATE INDEX security_events_by_server ON security_events (server_id, created_at);
      CREATE INDEX security_events_by_source ON security_events (source_ip, created_at);
      CREATE INDEX security_events_by_type ON security_events (event_type, created_at);
      CREATE INDEX security_events_by_severity ON security_events (severity, created_at);
      CREATE INDEX security_events_by_first_seen ON security_events (created_at) WHERE first_seen = 1;
      CREATE INDEX security_events_by_created ON security_events (created_at);
    `),
}
