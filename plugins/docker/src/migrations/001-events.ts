import type { Migration } from '@svc/plugin-sdk'

export const createEvents: Migration = {
  name: '001-events',
  up: (db) =>
    db.exec(`
      CREATE TABLE docker_events (
        id INTEGER PRIMARY KEY,
        server_id TEXT NOT NULL,
        timestamp INTEGER NOT NULL,
        event_type TEXT NOT NULL,
        action TEXT NOT NULL,
        actor_id TEXT NOT NULL,
        actor_name TEXT,
        attributes TEXT NOT NULL
      ) STRICT;
      CREATE INDEX docker_events_by_server ON docker_events (server_id, timestamp);
      CREATE INDEX docker_events_by_timestamp ON docker_events (timestamp);
    `),
}
