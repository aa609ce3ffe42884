import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { emptyTables } from '../src/empty-tables.ts'
import { makeOwnership } from '../src/ownership.ts'
import { beginPurge, begunPurges, finishPurge } from '../src/purge.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-purge-'))
const file = join(folder, 'svc.db')
const raw = openDatabase(file)
afterAll(() => {
  raw.close()
  rmSync(folder, { recursive: true })
})

const ownerOf = makeOwnership(['ghost', 'ghost-writer'])
const names = (like: string) =>
  raw.prepare('SELECT name FROM sqlite_master WHERE name LIKE ? ORDER BY name').pluck().all(like)
const count = (table: string) => raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
const begin = () => raw.transaction(() => beginPurge(raw, ownerOf, 'ghost'))()
const finish = () => raw.transaction(() => finishPurge(raw, ownerOf, 'ghost'))()
const haunt = () =>
  raw.exec(`
    INSERT INTO kernel_migrations VALUES ('ghost', 'a', 1);
    CREATE TABLE ghost_a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES ghost_b DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE ghost_b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES ghost_a);
    CREATE TABLE ghost_names (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE INDEX ghost_b_by_a ON ghost_b (a);
    CREATE VIEW ghost_both AS SELECT ghost_a.id FROM ghost_a JOIN ghost_b;
    CREATE TRIGGER ghost_keeps BEFORE DELETE ON ghost_b BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE VIRTUAL TABLE ghost_texts USING fts5(text);
    INSERT INTO ghost_texts VALUES ('boo');
    INSERT INTO ghost_names WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n;
    BEGIN; INSERT INTO ghost_a VALUES (1, 1); INSERT INTO ghost_b VALUES (1, 1); COMMIT;`)

raw.exec(`CREATE TABLE ghost_writer_books (id INTEGER PRIMARY KEY);
  INSERT INTO kernel_migrations VALUES ('ghost-writer', 'a', 1);`)

/** Nothing is left of the ghost, and everything of the other. */
function expectPurged() {
  expect(names('ghost%')).toEqual(['ghost_writer_books'])
  expect(raw.prepare('SELECT plugin FROM kernel_migrations').pluck().all()).toEqual(['ghost-writer'])
  expect(begunPurges(raw)).toEqual([])
}

it('all tables of a plugin are emptied in batches and dropped, whatever they are, and none of another plugin', async () => {
  haunt()
  const tables = begin()
  expect(tables).toEqual(expect.arrayContaining(['ghost_a', 'ghost_b', 'ghost_names', 'ghost_texts']))
  expect(begunPurges(raw)).toEqual(['ghost'])
  const emptied = emptyTables(file, tables, new AbortController().signal)
  // A server gives up after this time.
  raw.pragma('busy_timeout = 250')
  let books = 0
  const writing = setInterval(() => raw.exec(`INSERT INTO ghost_writer_books VALUES (${books++})`), 1)
  await emptied
  clearInterval(writing)
  expect(books).toBeGreaterThan(0)
  expect([count('ghost_a'), count('ghost_b'), count('ghost_names'), count('ghost_writer_books')]).toEqual([
    ...[0, 0, 0],
    books,
  ])
  expect(names('ghost_texts%')).toEqual([])
  finish()
  expectPurged()
})

it('what is left is deleted when it is interrupted', async () => {
  haunt()
  const tables = begin()
  const stop = new AbortController()
  const emptied = emptyTables(file, tables, stop.signal)
  stop.abort()
  await expect(emptied).rejects.toThrow('aborted')
  expect(count('ghost_names')).toBeGreaterThan(0)
  finish()
  expectPurged()
})
