import type { Migration } from '@svc/plugin-sdk'

export const modules: Migration = {
  name: '001-modules',
  up: (db) =>
    db.exec(`
      CREATE TABLE widgets_packages (
        sha256 TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('module', 'archive')),
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE widgets_modules (
        id TEXT PRIMARY KEY,
        version TEXT NOT NULL,
        source_type TEXT NOT NULL CHECK (source_type IN ('Builtin', 'Url', 'Upload')),
        source_url TEXT,
        package_sha256 TEXT NOT NULL REFERENCES widgets_packages (sha256),
        entry_path TEXT NOT NULL,
        code_sha256 TEXT NOT NULL,
        manifest_json TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        installed_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX widgets_modules_by_package ON widgets_modules (package_sha256);
    `),
}
