import type { Migration } from '@svc/plugin-sdk'

export const createHosts: Migration = {
  name: '001-hosts',
  // `disks`: JSON
  up: (db) =>
    db.exec(`
      CREATE TABLE smart_hosts (
        server_id TEXT PRIMARY KEY,
        disks TEXT NOT NULL,
        reported_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `),
}
