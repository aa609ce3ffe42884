import { type Core, contribute, type Database, definePlugin, type Migration, point, service } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const handle = service<Database>('mine.db')
const mine = (migrations: Migration[]) =>
  definePlugin({ id: 'mine', provides: { handle }, migrations, setup: ({ db }) => ({ provides: { handle: db } }) })
const theirs = definePlugin({
  id: 'their-own',
  migrations: [
    {
      name: '001-t',
      up: (db) => db.exec('CREATE TABLE their_own_rows (a); CREATE INDEX their_own_i ON their_own_rows (a)'),
    },
  ],
  setup: () => ({}),
})
const rows: Migration = { name: '001-rows', up: (db) => db.exec('CREATE TABLE mine_rows (a INTEGER)') }

let kernel: TestKernel
afterEach(() => kernel.close())
const reasonWith = async (...migrations: Migration[]) => {
  kernel = await createTestKernel({ plugins: [theirs, mine(migrations)], tolerant: true })
  const { state, reason } = kernel.plugins()[1] ?? {}
  return `${state}: ${reason}`
}
const ledger = () => kernel.database.prepare("SELECT name FROM kernel_migrations WHERE plugin = 'mine'").pluck().all()
const tables = () => kernel.plugins().find(({ id }) => id === 'mine')?.tables

describe('migrations', () => {
  it('run once, in order, and are recorded', async () => {
    const second: Migration = {
      name: '002-more',
      up: (db) => void db.prepare<[number]>('INSERT INTO mine_rows VALUES (?)').run(1),
    }
    kernel = await createTestKernel({ plugins: [mine([rows, second])] })
    expect(ledger()).toEqual(['001-rows', '002-more'])
    const again = await createTestKernel({ plugins: [mine([rows, second])], dataDir: kernel.dataDir })
    expect(again.database.prepare('SELECT count(*) FROM mine_rows').pluck().get()).toBe(1)
    await again.close()
  })

  it('commit together with their record, or not at all', async () => {
    const broken: Migration = {
      name: '002-broken',
      up: (db) => {
        db.exec('CREATE TABLE mine_half (a)')
        throw new Error('half way')
      },
    }
    expect(await reasonWith(rows, broken)).toBe('failed: migration 002-broken failed: half way')
    expect([ledger(), tables()]).toEqual([['001-rows'], ['mine_rows']])
  })

  it.each<[string, Migration, string]>([
    [
      'a table without the prefix',
      { name: '001-x', up: (db) => db.exec('CREATE TABLE events (a)') },
      'failed: migration 001-x failed: mine created table events; its names must start with mine_',
    ],
    [
      'an index without the prefix',
      { name: '001-x', up: (db) => db.exec('CREATE TABLE mine_a (a); CREATE INDEX by_a ON mine_a (a)') },
      'failed: migration 001-x failed: mine created index by_a; its names must start with mine_',
    ],
    [
      'a name with the prefix of another plugin',
      { name: '001-x', up: (db) => db.exec('CREATE TABLE their_own_more (a)') },
      'failed: migration 001-x failed: mine created table their_own_more; its names must start with mine_',
    ],
    [
      "another plugin's table",
      { name: '001-x', up: (db) => db.exec('DROP TABLE their_own_rows') },
      'failed: migration 001-x failed: mine may not touch their_own_rows: that table belongs to their-own',
    ],
    [
      'a COMMIT',
      { name: '001-x', up: (db) => db.exec('CREATE TABLE mine_a (a); COMMIT') },
      'failed: migration 001-x failed: mine may not run COMMIT; use transaction()',
    ],
    [
      'a name that contains SQL',
      { name: '001-x', up: (db) => db.exec('CREATE TABLE "mine_a; DROP TABLE their_own_rows; --" (a)') },
      'failed: migration 001-x failed: mine created table mine_a; DROP TABLE their_own_rows; --; its names must have only letters, digits and _',
    ],
    [
      'an asynchronous migration',
      { name: '001-x', up: (async (db: Database) => db.exec('CREATE TABLE mine_a (a)')) as never },
      'failed: migration 001-x failed: it is asynchronous; the database is not, so up must not be either',
    ],
    [
      'an invalid migration name',
      { name: 'rows', up: () => {} },
      'failed: its default export is not the plugin mine: migration rows: names must be NNN-what, ascending and unique',
    ],
  ])('reject %s', async (_, migration, reason) => {
    expect(await reasonWith(migration)).toBe(reason)
    expect([ledger(), tables()]).toEqual([[], []])
  })

  it('may take over tables of another plugin, if they say so', async () => {
    const take = (adopts?: string[]): Migration => ({
      name: '001-take',
      ...(adopts ? { adopts } : {}),
      up: (db) => db.exec('ALTER TABLE their_own_rows RENAME TO mine_rows; DROP INDEX their_own_i'),
    })
    expect(await reasonWith(take())).toBe(
      'failed: migration 001-take failed: mine may not touch their_own_rows: that table belongs to their-own',
    )
    await kernel.close()
    expect(await reasonWith(take(['Their_Own_Rows', 'their_own_i']))).toBe('running: null')
    expect(tables()).toEqual(['mine_rows'])
    expect(() => kernel.service(handle).prepare('SELECT * FROM their_own_rows')).toThrow('no such table')
  })

  it('may create triggers and contain keywords in strings', async () => {
    const sql = `CREATE TABLE mine_a (a TEXT DEFAULT '; commit; their_own_rows'); -- begin; their_own_rows
      CREATE TRIGGER mine_t AFTER INSERT ON mine_a BEGIN DELETE FROM mine_a; END`
    expect(await reasonWith({ name: '001-x', up: (db) => db.exec(sql) })).toBe('running: null')
  })

  it('reject a database of a newer version', async () => {
    kernel = await createTestKernel({ plugins: [mine([rows, { name: '002-next', up: () => {} }])] })
    const { dataDir } = kernel
    const old = await createTestKernel({ plugins: [mine([rows])], dataDir, tolerant: true })
    expect(old.plugins()[0]).toMatchObject({
      state: 'refused',
      reason: 'the database is newer than this version of mine: it has step 002-next',
    })
    await old.close()
    kernel.database.pragma('user_version = 99')
    await expect(createTestKernel({ plugins: [], dataDir })).rejects.toThrow(
      'was written by a newer version of this program',
    )
  })
})

describe('the fence', () => {
  it.each([
    'SELECT * FROM their_own_rows',
    'select 1 from "Their_Own_Rows"',
    'SELECT (SELECT count(*) FROM [their_own_rows])',
    'DELETE FROM `their_own_rows`',
    'INSERT INTO kernel_plugins VALUES (1, 1)',
    'DROP INDEX their_own_i',
    'ATTACH DATABASE ? AS x',
  ])('rejects %s', async (sql) => {
    await reasonWith(rows)
    expect(() => kernel.service(handle).prepare(sql)).toThrow(/may not/)
  })

  it('accepts own tables, and strings that look like tables of others', async () => {
    await reasonWith(rows)
    const text = kernel
      .service(handle)
      .prepare("SELECT 'their_own_rows' AS t, count(*) AS n FROM mine_rows -- their_own_rows")
    expect(text.get()).toEqual({ t: 'their_own_rows', n: 0 })
  })
})

describe('borrowed tables', () => {
  const core = service<Pick<Core, 'borrow'>>('borrower.core')
  const loans = point<string>('borrower.loans', (table) => table)
  const lend = (lends: boolean) =>
    createTestKernel({
      plugins: [
        definePlugin({
          id: 'borrower',
          provides: { core },
          points: { loans },
          setup: ({ borrow }) => ({ provides: { core: { borrow } } }),
        }),
        definePlugin({
          id: 'lender',
          migrations: [
            { name: '001-rows', up: (db) => db.exec('CREATE TABLE lender_rows (a); CREATE TABLE lender_b (a)') },
          ],
          setup: () => ({ contributes: lends ? contribute(loans, 'lender_rows') : [] }),
        }),
      ],
    })

  it('may be named only if their owner contributed them', async () => {
    kernel = await lend(true)
    const db = kernel.service(core).borrow(['lender_rows'])
    expect(db.prepare('SELECT * FROM lender_rows').all()).toEqual([])
    expect(() => db.prepare('SELECT * FROM lender_b')).toThrow('borrower may not touch lender_b')
  })

  it('are refused otherwise', async () => {
    kernel = await lend(false)
    const { borrow } = kernel.service(core)
    expect(() => borrow(['lender_rows'])).toThrow('its owner contributed nothing to borrower')
    expect(() => borrow(['kernel_plugins'])).toThrow('borrower may not name kernel_plugins')
  })
})

describe('transactions', () => {
  it('nest as savepoints', async () => {
    await reasonWith(rows)
    const db = kernel.service(handle)
    const insert = db.prepare<[number]>('INSERT INTO mine_rows VALUES (?)')
    db.transaction(() => {
      insert.run(1)
      expect(() =>
        db.transaction(() => {
          insert.run(2)
          throw new Error('inner')
        }),
      ).toThrow('inner')
    })
    expect(db.prepare('SELECT a FROM mine_rows').all()).toEqual([{ a: 1 }])
  })
})
