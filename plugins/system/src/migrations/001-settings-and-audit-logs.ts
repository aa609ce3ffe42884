import type { Migration } from '@svc/plugin-sdk'

export const settingsAndAuditLogs: Migration = {
  name: '001-settings-and-audit-logs',
  up: (db) =>
    db.exec(`
      CREATE TABLE system_settings (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE system_audit_logs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL,
        user_label TEXT NOT NULL,
        action TEXT NOT NULL,
        detail TEXT,
        ip TEXT NOT NULL,
        created_at INTEGER NOT NULL
      );
      CREATE INDEX system_audit_logs_by_created_at ON system_audit_logs (created_at);
      CREATE INDEX system_audit_logs_by_action ON system_audit_logs (action, created_at);
      CREATE INDEX system_audit_logs_by_user ON system_audit_logs (user_id, created_at);
    `),
}
