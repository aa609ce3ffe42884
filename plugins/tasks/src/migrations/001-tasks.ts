import type { Migration } from '@svc/plugin-sdk'

export const taskTables: Migration = {
  name: '001-tasks',
  up: (db) =>
    db.exec(`
      CREATE TABLE tasks_tasks (
        id TEXT PRIMARY KEY,
        name TEXT,
        command TEXT NOT NULL,
        task_type TEXT NOT NULL,
        cron_expression TEXT,
        enabled INTEGER NOT NULL,
        timeout INTEGER,
        retry_count INTEGER NOT NULL,
        retry_interval INTEGER NOT NULL,
        max_parallel INTEGER,
        run_missed INTEGER NOT NULL,
        alert_trigger TEXT NOT NULL,
        group_ids_json TEXT NOT NULL,
        tags_json TEXT NOT NULL,
        created_by TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        last_run_at INTEGER,
        next_run_at INTEGER
      ) STRICT;
      CREATE TABLE tasks_servers (
        id INTEGER PRIMARY KEY,
        task_id TEXT NOT NULL,
        server_id TEXT NOT NULL
      ) STRICT;
      CREATE INDEX tasks_servers_by_task ON tasks_servers (task_id);
      CREATE INDEX tasks_servers_by_server ON tasks_servers (server_id);
      CREATE TABLE tasks_runs (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        task_id TEXT NOT NULL,
        started_by TEXT NOT NULL,
        trigger TEXT NOT NULL,
        -- the rule and server of a run by an alert
        alert_json TEXT,
        -- one run per task and alert
        alert_key TEXT,
        command TEXT NOT NULL,
        timeout INTEGER NOT NULL,
        server_ids_json TEXT NOT NULL,
        state TEXT NOT NULL,
        skipped INTEGER NOT NULL DEFAULT 0,
        succeeded INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        started_at INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX tasks_runs_by_task ON tasks_runs (task_id, number);
      CREATE UNIQUE INDEX tasks_runs_by_alert ON tasks_runs (task_id, alert_key) WHERE alert_key IS NOT NULL;
      CREATE INDEX tasks_runs_by_end ON tasks_runs (finished_at);
      CREATE TABLE tasks_results (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        task_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        server_id TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        -- null while it runs
        exit_code INTEGER,
        "end" TEXT,
        output TEXT NOT NULL DEFAULT '',
        omitted_bytes INTEGER NOT NULL DEFAULT 0,
        started_ms INTEGER NOT NULL,
        finished_ms INTEGER,
        finished_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX tasks_results_by_run ON tasks_results (run_id, server_id, attempt);
      CREATE INDEX tasks_results_by_task ON tasks_results (task_id, finished_at);
      CREATE INDEX tasks_results_by_server ON tasks_results (server_id);
      CREATE INDEX tasks_results_by_end ON tasks_results (finished_at);
    `),
}
