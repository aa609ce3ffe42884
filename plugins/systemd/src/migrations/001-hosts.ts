import type { Migration } from '@svc/plugin-sdk'

export const createHosts: Migration = {
  name: '001-hosts',
  // `units`: JSON
  up: (db) =>
    db.exec(`
      CREATE TABLE systemd_hosts (
        server_id TEXT PRIMARY KEY,
        units TEXT NOT NULL,
        reported_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
}
