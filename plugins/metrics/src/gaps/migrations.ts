import type { Migration } from '@svc/plugin-sdk'

/** Start times of agents (`host` 0) and hosts (`host` 1), in epoch seconds by this program's clock. */
export const gapMigrations: readonly Migration[] = [
  {
    name: '105-agent-starts',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_agent_starts (
          number INTEGER NOT NULL, host INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (number, host, at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX metrics_agent_starts_by_at ON metrics_agent_starts (at);`),
  },
]
