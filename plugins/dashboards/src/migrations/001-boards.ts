import type { Migration } from '@svc/plugin-sdk'

export const boards: Migration = {
  name: '001-boards',
  up: (db) =>
    db.exec(`
      CREATE TABLE dashboards_boards (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        is_default INTEGER NOT NULL,
        sort_order INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX dashboards_boards_default ON dashboards_boards (is_default) WHERE is_default = 1;
      CREATE TABLE dashboards_widgets (
        id TEXT PRIMARY KEY,
        board_id TEXT NOT NULL REFERENCES dashboards_boards (id) ON DELETE CASCADE,
        widget_type TEXT NOT NULL,
        module_id TEXT,
        title TEXT,
        config_json TEXT NOT NULL,
        grid_x INTEGER NOT NULL,
        grid_y INTEGER NOT NULL,
        grid_w INTEGER NOT NULL,
        grid_h INTEGER NOT NULL,
        sort_order INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX dashboards_widgets_by_board ON dashboards_widgets (board_id);
    `),
}
