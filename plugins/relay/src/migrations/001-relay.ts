import type { Migration } from '@svc/plugin-sdk'

/**
 * Tokens, keys and subscriptions are sealed. A phone has one route: encrypted through the relay, or the older direct one.
 * `relay_events` are waiting to be encrypted for each recipient, `relay_outbox` is what was; its ciphertext is erased at the
 * end, and the rest stays as a receipt.
 */
export const relayTables: Migration = {
  name: '001-relay',
  up: (db) =>
    db.exec(`
      CREATE TABLE relay_phones (
        installation_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        categories TEXT NOT NULL,
        token_sealed TEXT,
        environment TEXT,
        key_id TEXT,
        key_sealed TEXT,
        deployment_id TEXT,
        updated_at INTEGER NOT NULL,
        CHECK ((token_sealed IS NULL) = (key_sealed IS NULL))
      ) STRICT;
      CREATE INDEX relay_phones_by_session ON relay_phones (session_id);
      CREATE INDEX relay_phones_registered ON relay_phones (installation_id) WHERE token_sealed IS NOT NULL;

      CREATE TABLE relay_direct_phones (
        installation_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        token_sealed TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX relay_direct_phones_by_session ON relay_direct_phones (session_id);

      CREATE TABLE relay_browsers (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        credentials_version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        endpoint_hash TEXT NOT NULL UNIQUE,
        subscription_sealed TEXT NOT NULL,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX relay_browsers_by_user ON relay_browsers (user_id);
      CREATE INDEX relay_browsers_by_session ON relay_browsers (session_id);

      CREATE TABLE relay_preferences (
        user_id TEXT PRIMARY KEY,
        categories TEXT NOT NULL,
        quiet_from TEXT,
        quiet_to TEXT,
        time_zone TEXT NOT NULL
      ) STRICT;

      CREATE TABLE relay_vapid_keys (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        public_key TEXT NOT NULL,
        private_sealed TEXT NOT NULL
      ) STRICT;

      CREATE TABLE relay_events (
        number INTEGER PRIMARY KEY,
        event_id TEXT NOT NULL UNIQUE,
        event_sealed TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE relay_outbox (
        id INTEGER PRIMARY KEY,
        event_id TEXT NOT NULL,
        target_kind TEXT NOT NULL CHECK (target_kind IN ('phone', 'browser')),
        target_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        role TEXT NOT NULL,
        category TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        ciphertext BLOB,
        outcome TEXT NOT NULL CHECK (outcome IN ('pending', 'accepted', 'permanent', 'expired')),
        reason TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt_ms INTEGER,
        lease_id TEXT,
        lease_until_ms INTEGER,
        finished_at INTEGER,
        UNIQUE (event_id, target_id),
        CHECK ((outcome = 'pending') = (ciphertext IS NOT NULL)),
        CHECK ((outcome = 'pending') = (finished_at IS NULL))
      ) STRICT;
      CREATE INDEX relay_outbox_due ON relay_outbox (next_attempt_ms) WHERE outcome = 'pending';
      CREATE INDEX relay_outbox_expiring ON relay_outbox (expires_at) WHERE outcome = 'pending';
      CREATE INDEX relay_outbox_by_target ON relay_outbox (target_id, id) WHERE outcome = 'pending';
      CREATE INDEX relay_outbox_finished ON relay_outbox (finished_at) WHERE finished_at IS NOT NULL;
    `),
}
