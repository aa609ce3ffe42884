import type { Migration } from '@svc/plugin-sdk'

export const createFigures: Migration = {
  name: '001-figures',
  // Numbers of series are never used again, so points that a deleted server leaves for retention belong to nobody.
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
      CREATE TABLE figures_points (
        series INTEGER NOT NULL,
        at INTEGER NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (series, at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX figures_points_by_time ON figures_points (at);
    `),
}
