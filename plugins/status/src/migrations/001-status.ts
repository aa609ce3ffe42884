import type { Migration } from '@svc/plugin-sdk'

export const statusTables: Migration = {
  name: '001-status',
  up: (db) =>
    db.exec(`
      -- one row
      CREATE TABLE status_pages (
        id TEXT PRIMARY KEY,
        settings_json TEXT NOT NULL,
        logo BLOB,
        logo_type TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE status_page_servers (
        position INTEGER PRIMARY KEY,
        server_id TEXT NOT NULL
      ) STRICT;
      CREATE INDEX status_page_servers_by_server ON status_page_servers (server_id);

      CREATE TABLE status_incidents (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        status TEXT NOT NULL,
        severity TEXT NOT NULL,
        is_public INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        resolved_at INTEGER
      ) STRICT;
      CREATE INDEX status_incidents_by_status ON status_incidents (status, resolved_at);
      CREATE INDEX status_incidents_by_end ON status_incidents (resolved_at);
      CREATE INDEX status_incidents_by_start ON status_incidents (created_at);
      CREATE TABLE status_incident_servers (
        number INTEGER PRIMARY KEY,
        incident_id TEXT NOT NULL REFERENCES status_incidents (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL
      ) STRICT;
      CREATE INDEX status_incident_servers_by_incident ON status_incident_servers (incident_id);
      CREATE INDEX status_incident_servers_by_server ON status_incident_servers (server_id);
      CREATE TABLE status_incident_updates (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        incident_id TEXT NOT NULL REFERENCES status_incidents (id) ON DELETE CASCADE,
        status TEXT NOT NULL,
        message TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX status_incident_updates_by_incident ON status_incident_updates (incident_id);

      CREATE TABLE status_maintenances (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        description TEXT,
        start_at INTEGER NOT NULL,
        end_at INTEGER NOT NULL,
        recurrence TEXT,
        timezone TEXT NOT NULL,
        all_servers INTEGER NOT NULL,
        is_public INTEGER NOT NULL,
        active INTEGER NOT NULL,
        -- end of the last occurrence; null while there will be others
        last_end_at INTEGER,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX status_maintenances_by_end ON status_maintenances (last_end_at);
      CREATE TABLE status_maintenance_servers (
        number INTEGER PRIMARY KEY,
        maintenance_id TEXT NOT NULL REFERENCES status_maintenances (id) ON DELETE CASCADE,
        server_id TEXT NOT NULL
      ) STRICT;
      CREATE INDEX status_maintenance_servers_by_maintenance ON status_maintenance_servers (maintenance_id);
      CREATE INDEX status_maintenance_servers_by_server ON status_maintenance_servers (server_id);
      -- the times at which windows were open, and will be in the next months
      CREATE TABLE status_occurrences (
        number INTEGER PRIMARY KEY,
        maintenance_id TEXT NOT NULL REFERENCES status_maintenances (id) ON DELETE CASCADE,
        start_at INTEGER NOT NULL,
        end_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX status_occurrences_by_maintenance ON status_occurrences (maintenance_id, start_at);
      CREATE INDEX status_occurrences_by_end ON status_occurrences (end_at, start_at);
    `),
}
