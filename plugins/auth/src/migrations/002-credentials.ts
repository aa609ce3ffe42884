import type { Migration } from '@svc/plugin-sdk'

export const credentials: Migration = {
  name: '002-credentials',
  up: (db) =>
    db.exec(`
      ALTER TABLE auth_users ADD COLUMN credentials_version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE auth_users ADD COLUMN has_password INTEGER NOT NULL DEFAULT 1;

      CREATE TABLE auth_api_keys (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        key_prefix TEXT NOT NULL,
        key_hash TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        last_used_at INTEGER
      );
      CREATE INDEX auth_api_keys_by_user ON auth_api_keys (user_id, created_at);

      CREATE TABLE auth_second_factors (
        user_id TEXT PRIMARY KEY REFERENCES auth_users (id) ON DELETE CASCADE,
        sealed_secret TEXT NOT NULL,
        last_step INTEGER NOT NULL,
        enabled_at INTEGER NOT NULL
      );
      CREATE TABLE auth_recovery_codes (
        user_id TEXT NOT NULL REFERENCES auth_second_factors (user_id) ON DELETE CASCADE,
        code_hash TEXT NOT NULL,
        used_at INTEGER,
        PRIMARY KEY (user_id, code_hash)
      ) WITHOUT ROWID;

      CREATE TABLE auth_oauth_accounts (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
        provider TEXT NOT NULL,
        provider_user_id TEXT NOT NULL,
        email TEXT,
        display_name TEXT,
        created_at INTEGER NOT NULL,
        UNIQUE (provider, provider_user_id)
      );
      CREATE INDEX auth_oauth_accounts_by_user ON auth_oauth_accounts (user_id, created_at);

      CREATE TABLE auth_outside_revocations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
      );
    `),
}
