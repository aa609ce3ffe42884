import type { Migration } from '@svc/plugin-sdk'

export const sessionTables: Migration = {
  name: '001-sessions',
  up: (db) =>
    db.exec(`
      CREATE TABLE mobile_sessions (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        installation_id TEXT NOT NULL,
        device_name TEXT NOT NULL,
        access_hash TEXT NOT NULL UNIQUE,
        access_expires_at INTEGER NOT NULL,
        refresh_hash TEXT NOT NULL UNIQUE,
        refresh_expires_at INTEGER NOT NULL,
        revocation_hash TEXT NOT NULL UNIQUE,
        credentials_version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        ip TEXT NOT NULL
      );
      CREATE INDEX mobile_sessions_by_user ON mobile_sessions (user_id, installation_id);
      CREATE INDEX mobile_sessions_by_end ON mobile_sessions (refresh_expires_at);

      CREATE TABLE mobile_consumed_secrets (
        hash TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES mobile_sessions (id) ON DELETE CASCADE
      ) WITHOUT ROWID;
      CREATE INDEX mobile_consumed_secrets_by_session ON mobile_consumed_secrets (session_id);
    `),
}
