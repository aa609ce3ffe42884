import type { Migration } from '@svc/plugin-sdk'

/** When agents (`host` 0) and hosts (`host` 1) started, in epoch seconds by the clock of this program. */
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
