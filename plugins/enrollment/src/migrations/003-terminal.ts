import type { Migration } from '@svc/plugin-sdk'

/**
 * Enforces the state tables in the database: an offer starts outstanding, ends once, and never changes after that. Also
 * records which deleted servers were hidden, so that their events stay hidden.
 */
export const terminal: Migration = {
  name: '003-terminal',
  up: (db) =>
    db.exec(`
      CREATE TRIGGER enrollment_offers_birth BEFORE INSERT ON enrollment_offers
      WHEN NEW.outcome IS NOT NULL OR NEW.expires_at <= NEW.created_at
      BEGIN SELECT RAISE(ABORT, 'an offer begins outstanding and lives for a while'); END;
      CREATE TRIGGER enrollment_offers_end BEFORE UPDATE ON enrollment_offers WHEN OLD.outcome IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'a terminal offer does not change'); END;
      CREATE INDEX enrollment_offers_ended ON enrollment_offers (ended_at) WHERE ended_at IS NOT NULL;

      CREATE UNIQUE INDEX enrollment_events_one_end ON enrollment_events (offer_id) WHERE offer_outcome IS NOT NULL;
      ALTER TABLE enrollment_events ADD COLUMN server_hidden INTEGER NOT NULL DEFAULT 0 CHECK (server_hidden IN (0, 1));
      CREATE INDEX enrollment_events_hidden ON enrollment_events (server_id)
        WHERE server_hidden = 1 AND transition = 'server_deleted';
    `),
}
