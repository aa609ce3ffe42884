import type { Migration } from '@svc/plugin-sdk'

export const traceTables: Migration = {
  name: '001-traces',
  up: (db) =>
    db.exec(`
      CREATE TABLE traceroute_traces (
        number INTEGER PRIMARY KEY,
        request_id TEXT NOT NULL UNIQUE,
        server_id TEXT NOT NULL,
        target TEXT NOT NULL,
        protocol TEXT NOT NULL,
        port INTEGER,
        started_at_ms INTEGER NOT NULL,
        completed_at_ms INTEGER NOT NULL,
        -- when its retention begins: later for the evidence of an alert, which is kept longer
        retained_from_ms INTEGER NOT NULL,
        -- TraceAlert
        alert_json TEXT,
        hop_count INTEGER NOT NULL,
        reached INTEGER NOT NULL,
        -- CodedText
        error_json TEXT,
        -- everything else of the snapshot
        result_json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX traceroute_traces_by_server ON traceroute_traces (server_id, started_at_ms);
      CREATE INDEX traceroute_traces_by_start ON traceroute_traces (started_at_ms);
      CREATE INDEX traceroute_traces_by_retention ON traceroute_traces (retained_from_ms);
    `),
}
