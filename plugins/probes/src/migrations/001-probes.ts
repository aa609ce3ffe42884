import type { Migration } from '@svc/plugin-sdk'
import { createBlocks, createRows } from '@svc/series'
import { blocksOf, networkTables, pingTables } from '../rounds/tables.ts'

const definitions = `
  CREATE TABLE probes_targets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    provider TEXT NOT NULL,
    location TEXT NOT NULL,
    target TEXT NOT NULL,
    probe_type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE probes_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    interval INTEGER NOT NULL,
    packet_count INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE probes_default_targets (target_id TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;
  CREATE TABLE probes_assignments (
    server_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (server_id, target_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX probes_assignments_by_target ON probes_assignments (target_id);
  CREATE TABLE probes_ping_tasks (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    probe_type TEXT NOT NULL,
    target TEXT NOT NULL,
    interval INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE probes_ping_task_servers (
    task_id TEXT NOT NULL REFERENCES probes_ping_tasks (id) ON DELETE CASCADE,
    server_id TEXT NOT NULL,
    PRIMARY KEY (task_id, server_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX probes_ping_task_servers_by_server ON probes_ping_task_servers (server_id);
  -- Without servers a task applies to all of them, so one whose last server was deleted is disabled.
  CREATE TRIGGER probes_ping_tasks_last_server AFTER DELETE ON probes_ping_task_servers
  WHEN NOT EXISTS (SELECT 1 FROM probes_ping_task_servers WHERE task_id = OLD.task_id)
  BEGIN UPDATE probes_ping_tasks SET enabled = 0 WHERE id = OLD.task_id; END;`

/** Numbers replace ids in stored rounds and are never reused. */
const numbers = `
  CREATE TABLE probes_numbers (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE probes_forgotten (
    kind TEXT NOT NULL CHECK (kind IN ('server', 'target', 'task')),
    number INTEGER NOT NULL,
    PRIMARY KEY (kind, number)
  ) STRICT, WITHOUT ROWID;`

export const probesMigration: Migration = {
  name: '001-probes',
  up(db) {
    db.exec(definitions + numbers)
    for (const { hot } of [networkTables, pingTables]) db.exec(createRows(hot, 'block BLOB NOT NULL'))
    for (const blocks of [networkTables, pingTables].flatMap(blocksOf)) db.exec(createBlocks(blocks))
  },
}
