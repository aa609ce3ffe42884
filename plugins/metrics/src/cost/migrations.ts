import type { Migration } from '@svc/plugin-sdk'

/** Sums per server and hour; `id` = `hour << 20 | server number`. */
export const costMigrations: readonly Migration[] = [
  {
    name: '103-activity',
    up: (db) =>
      db.exec(`
        CREATE TABLE metrics_activity_hours (
          id INTEGER PRIMARY KEY, last_minute INTEGER NOT NULL, samples INTEGER NOT NULL, cpu REAL NOT NULL,
          memory REAL NOT NULL, busy INTEGER NOT NULL
        ) STRICT`),
  },
]
