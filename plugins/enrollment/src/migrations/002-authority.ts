import type { Migration } from '@svc/plugin-sdk'

/** Events have no foreign key, because they outlive their server. */
export const authority: Migration = {
  name: '002-authority',
  up: (db) =>
    db.exec(`
      CREATE TABLE enrollment_offers (
        id TEXT PRIMARY KEY,
        server_id TEXT NOT NULL REFERENCES enrollment_servers (id) ON DELETE CASCADE,
        code_hash TEXT NOT NULL UNIQUE,
        code_prefix TEXT NOT NULL,
        created_by TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        outcome TEXT CHECK (outcome IN ('consumed', 'revoked', 'replaced', 'expired')),
        ended_at INTEGER,
        successor_id TEXT,
        CHECK ((outcome IS NULL) = (ended_at IS NULL)),
        CHECK ((outcome IS 'replaced') = (successor_id IS NOT NULL))
      ) STRICT;
      CREATE UNIQUE INDEX enrollment_offers_one_open ON enrollment_offers (server_id) WHERE outcome IS NULL;
      CREATE INDEX enrollment_offers_by_server ON enrollment_offers (server_id, created_at);

      CREATE TABLE enrollment_requests (
        actor_id TEXT NOT NULL,
        request_id TEXT NOT NULL,
        input_hash TEXT NOT NULL,
        server_id TEXT NOT NULL REFERENCES enrollment_servers (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (actor_id, request_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX enrollment_requests_by_server ON enrollment_requests (server_id);

      CREATE TABLE enrollment_events (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        server_id TEXT NOT NULL,
        server_name TEXT NOT NULL,
        actor_kind TEXT NOT NULL CHECK (actor_kind IN ('user', 'system', 'agent')),
        actor_id TEXT,
        request_source TEXT NOT NULL,
        offer_id TEXT,
        transition TEXT NOT NULL CHECK (transition IN (
          'initial_offer_issued', 'offer_issued', 'reenrollment_started', 'offer_consumed', 'offer_revoked',
          'offer_replaced', 'offer_expired', 'authority_revoked', 'server_deleted'
        )),
        mode TEXT CHECK (mode IN ('graceful', 'emergency')),
        offer_outcome TEXT CHECK (offer_outcome IN ('consumed', 'revoked', 'replaced', 'expired')),
        authority_before TEXT NOT NULL CHECK (authority_before IN ('claimed', 'unclaimed')),
        authority_after TEXT NOT NULL CHECK (authority_after IN ('claimed', 'unclaimed')),
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX enrollment_events_by_server ON enrollment_events (server_id, number);
    `),
}
