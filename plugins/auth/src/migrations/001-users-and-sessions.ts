import type { Migration } from '@svc/plugin-sdk'

export const usersAndSessions: Migration = {
  name: '001-users-and-sessions',
  up: (db) =>
    db.exec(`
      CREATE TABLE auth_users (
        id TEXT PRIMARY KEY,
        username TEXT NOT NULL,
        username_key TEXT NOT NULL UNIQUE,
        password_hash TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
        must_change_password INTEGER NOT NULL,
        password_changed_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      );
      CREATE TABLE auth_sessions (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
        token_hash TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL,
        ip TEXT NOT NULL,
        user_agent TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_seen_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      );
      CREATE INDEX auth_sessions_by_user ON auth_sessions (user_id, last_seen_at);
      CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires_at);
    `),
}
