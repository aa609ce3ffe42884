import type { Migration } from '@svc/plugin-sdk'

export const subscriberTables: Migration = {
  name: '002-subscribers',
  up: (db) =>
    db.exec(`
      CREATE TABLE status_subscribers (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        target TEXT NOT NULL,
        language TEXT NOT NULL,
        -- in links of messages; proves that their reader received one
        token TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        confirmed_at INTEGER,
        -- the request to confirm was sent last
        asked_at INTEGER NOT NULL,
        -- why the last delivery failed, JSON of a text with a code
        error_json TEXT
      ) STRICT;
      CREATE UNIQUE INDEX status_subscribers_by_target ON status_subscribers (type, target);
      CREATE INDEX status_subscribers_by_age ON status_subscribers (confirmed_at, created_at);
      CREATE TABLE status_messages (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        subscriber TEXT NOT NULL REFERENCES status_subscribers (id) ON DELETE CASCADE,
        notice_json TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt_ms INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX status_messages_by_subscriber ON status_messages (subscriber, number);
      CREATE INDEX status_messages_by_time ON status_messages (next_attempt_ms);
    `),
}
