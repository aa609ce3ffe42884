import type { Migration } from '@svc/plugin-sdk'

/**
 * Other plugins use `number` in packed storage keys. AUTOINCREMENT, because a reused number would give a new server the
 * history of a deleted one.
 */
export const serversAndLabels: Migration = {
  name: '001-servers',
  up: (db) =>
    db.exec(`
      CREATE TABLE enrollment_groups (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        weight INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE enrollment_servers (
        number INTEGER PRIMARY KEY AUTOINCREMENT CHECK (number < 1048576),
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        group_id TEXT REFERENCES enrollment_groups (id) ON DELETE SET NULL,
        weight INTEGER NOT NULL DEFAULT 0,
        hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
        remark TEXT,
        public_remark TEXT,
        price REAL,
        currency TEXT,
        billing_cycle TEXT,
        billing_start_day INTEGER,
        expired_at INTEGER,
        traffic_limit INTEGER,
        traffic_limit_type TEXT,
        region TEXT,
        country_code TEXT,
        geo_manual INTEGER NOT NULL DEFAULT 0 CHECK (geo_manual IN (0, 1)),
        cpu_name TEXT,
        cpu_cores INTEGER,
        cpu_arch TEXT,
        os TEXT,
        kernel_version TEXT,
        mem_total INTEGER,
        swap_total INTEGER,
        disk_total INTEGER,
        ipv4 TEXT,
        ipv6 TEXT,
        virtualization TEXT,
        agent_version TEXT,
        protocol_version INTEGER NOT NULL DEFAULT 1,
        features TEXT NOT NULL DEFAULT '[]',
        capabilities INTEGER NOT NULL,
        token_hash TEXT UNIQUE,
        token_prefix TEXT,
        last_seen_ms INTEGER,
        last_remote_addr TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        CHECK ((token_hash IS NULL) = (token_prefix IS NULL))
      ) STRICT;
      CREATE INDEX enrollment_servers_by_group ON enrollment_servers (group_id);
      CREATE INDEX enrollment_servers_hidden ON enrollment_servers (id) WHERE hidden = 1;

      CREATE TABLE enrollment_tags (
        server_id TEXT NOT NULL REFERENCES enrollment_servers (id) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (server_id, tag)
      ) STRICT, WITHOUT ROWID;
    `),
}
