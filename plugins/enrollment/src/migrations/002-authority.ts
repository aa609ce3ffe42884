import type { Migration } from '@svc/plugin-sdk'

/**
 * The triggers enforce the state tables in the database: an offer starts outstanding, ends once, and never changes after
 * that. Events have no foreign key, because they outlive their server; `server_hidden` of the last one says whether the
 * server was hidden, so that its events stay hidden.
 */
export const offersAndEvents: Migration = {
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
      CREATE INDEX enrollment_offers_ended ON enrollment_offers (ended_at) WHERE ended_at IS NOT NULL;
      CREATE TRIGGER enrollment_offers_birth BEFORE INSERT ON enrollment_offers
      WHEN NEW.outcome IS NOT NULL OR NEW.expires_at <= NEW.created_at
      BEGIN SELECT RAISE(ABORT, 'an offer is inserted outstanding, with an expiry after its creation'); END;
      CREATE TRIGGER enrollment_offers_end BEFORE UPDATE ON enrollment_offers WHEN OLD.outcome IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'a terminal offer does not change'); END;

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
        created_at INTEGER NOT NULL,
        server_hidden INTEGER NOT NULL DEFAULT 0 CHECK (server_hidden IN (0, 1))
      ) STRICT;
      CREATE INDEX enrollment_events_by_server ON enrollment_events (server_id, number);
      CREATE UNIQUE INDEX enrollment_events_one_end ON enrollment_events (offer_id) WHERE offer_outcome IS NOT NULL;
      CREATE INDEX enrollment_events_hidden ON enrollment_events (server_id)
        WHERE server_hidden = 1 AND transition = 'server_deleted';
    `),
}
