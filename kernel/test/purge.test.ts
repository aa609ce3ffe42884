import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { makeOwnership } from '../src/ownership.ts'
import { purgeTables } from '../src/purge.ts'

it('all tables of a plugin are deleted, whatever they are, and none of another plugin', () => {
  const raw = new Sqlite(':memory:')
  raw.pragma('foreign_keys = ON')
  raw.exec(`
    CREATE TABLE kernel_migrations (plugin TEXT, name TEXT);
    INSERT INTO kernel_migrations VALUES ('ghost', 'a'), ('ghost-writer', 'a');
    CREATE TABLE ghost_writer_books (id INTEGER PRIMARY KEY);
    CREATE TABLE ghost_a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES ghost_b DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE ghost_b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES ghost_a);
    CREATE INDEX ghost_b_by_a ON ghost_b (a);
    CREATE VIEW ghost_both AS SELECT ghost_a.id FROM ghost_a JOIN ghost_b;
    CREATE TRIGGER ghost_keeps BEFORE DELETE ON ghost_b BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE VIRTUAL TABLE ghost_texts USING fts5(text);
    INSERT INTO ghost_texts VALUES ('boo');
    BEGIN; INSERT INTO ghost_a VALUES (1, 1); INSERT INTO ghost_b VALUES (1, 1); COMMIT;`)
  const names = raw.prepare('SELECT name FROM sqlite_master ORDER BY name').pluck()
  const purge = raw.transaction(() => purgeTables(raw, makeOwnership(['ghost', 'ghost-writer']), 'ghost'))
  expect(purge()).toEqual(expect.arrayContaining(['ghost_a', 'ghost_b', 'ghost_texts']))
  expect(names.all()).toEqual(['ghost_writer_books', 'kernel_migrations'])
  expect(raw.prepare('SELECT plugin FROM kernel_migrations').pluck().all()).toEqual(['ghost-writer'])
  raw.close()
})
