import type { Migration } from '@svc/plugin-sdk'
import { createBlocks, createRows } from '@svc/series'
import { blocks, rows } from '../tables.ts'

export const createFigures: Migration = {
  name: '001-figures',
  // Numbers of series are never used again, so what a deleted figure leaves for retention belongs to nobody.
  up: (db) =>
    db.exec(`
      CREATE TABLE figures_series (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server_id TEXT NOT NULL,
        name TEXT NOT NULL,
        unit TEXT NOT NULL,
        kind TEXT NOT NULL,
        value REAL,
        reported_at INTEGER NOT NULL,
        UNIQUE (server_id, name)
      ) STRICT;
      ${createRows(rows, 'block BLOB NOT NULL')}
      ${createBlocks(blocks)}
    `),
}
