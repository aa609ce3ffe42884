import type { Migration } from '@svc/plugin-sdk'

export const createBlocks: Migration = {
  name: '001-blocks',
  up: (db) =>
    db.exec(`
      CREATE TABLE firewall_blocks (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        target TEXT NOT NULL UNIQUE,
        family INTEGER NOT NULL CHECK (family IN (4, 6)),
        cover_type TEXT NOT NULL CHECK (cover_type IN ('all', 'include', 'exclude')),
        comment TEXT,
        origin TEXT NOT NULL CHECK (origin IN ('manual', 'auto')),
        origin_event_id TEXT,
        origin_rule_id TEXT,
        created_by TEXT,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        confirm_until INTEGER
      ) STRICT;
      CREATE INDEX firewall_blocks_newest ON firewall_blocks (created_at, seq);

      CREATE TABLE firewall_block_servers (
        block_id TEXT NOT NULL REFERENCES firewall_blocks (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL,
        PRIMARY KEY (block_id, server_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX firewall_block_servers_by_server ON firewall_block_servers (server_id);

      -- state is null after a reset of the host; audited is what the audit log says
      CREATE TABLE firewall_states (
        server_id TEXT NOT NULL,
        block_id TEXT NOT NULL REFERENCES firewall_blocks (id) ON DELETE CASCADE,
        state TEXT,
        reason TEXT,
        audited TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (server_id, block_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX firewall_states_by_block ON firewall_states (block_id);
      CREATE INDEX firewall_states_newest ON firewall_states (at);

      -- addresses that alerts do not block: someone signed in with a key from there, or removed such a block
      CREATE TABLE firewall_spared (
        target TEXT PRIMARY KEY,
        reason TEXT NOT NULL CHECK (reason IN ('signed_in', 'removed')),
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX firewall_spared_by_end ON firewall_spared (until);
    `),
}
