import type { Migration } from '@svc/plugin-sdk'

/** `id` = `UTC day << 20 | server number`; `minutes` as packed by `minute-set.ts`. Number 0 is this program itself. */
export const uptimeMigrations: readonly Migration[] = [
  {
    name: '102-uptime',
    up: (db) => db.exec('CREATE TABLE metrics_uptime_days (id INTEGER PRIMARY KEY, minutes BLOB NOT NULL) STRICT'),
  },
]
