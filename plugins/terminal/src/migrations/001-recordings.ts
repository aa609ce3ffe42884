import type { Migration } from '@svc/plugin-sdk'

export const recordingsTable: Migration = {
  name: '001-recordings',
  up: (db) =>
    db.exec(`
      CREATE TABLE terminal_recordings (
        -- of the session
        id TEXT PRIMARY KEY,
        server_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        username TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        -- null while the session is recorded
        ended_at INTEGER,
        duration_ms INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        -- why the end of the session is missing
        cut TEXT
      ) STRICT;
      CREATE INDEX terminal_recordings_by_start ON terminal_recordings (started_at);
      CREATE INDEX terminal_recordings_by_server ON terminal_recordings (server_id, started_at);
    `),
}
