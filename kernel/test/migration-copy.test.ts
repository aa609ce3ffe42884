import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, type Migration } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../src/database.ts'
import { createTestKernel } from '../src/testing.ts'

let dataDir: string
beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-migrations-')))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const first: Migration = { name: '001-notes', up: (db) => db.exec('CREATE TABLE diary_notes (text TEXT)') }
const second: Migration = { name: '002-mood', up: (db) => db.exec('ALTER TABLE diary_notes ADD COLUMN mood TEXT') }
const failing: Migration = {
  name: '003-lost',
  up: (db) => {
    db.exec('DELETE FROM diary_notes')
    throw new Error('boom')
  },
}
const diary = (...migrations: Migration[]) => definePlugin({ id: 'diary', migrations, setup: () => ({}) })
const start = async (version: string, plugins: ReturnType<typeof diary>[], config: object = {}) =>
  createTestKernel({ plugins, version, dataDir, config, tolerant: true })
const runOnce = async (...given: Parameters<typeof start>) => {
  const kernel = await start(...given)
  const [info] = kernel.plugins()
  await kernel.close()
  return info?.state
}
const copies = () =>
  readdirSync(dataDir)
    .filter((name) => name.includes('migration'))
    .sort()

/** The columns of the table in a database. */
function columnsIn(name: string): unknown {
  const raw = connect(join(dataDir, name))
  try {
    return raw.prepare("SELECT name FROM pragma_table_info('diary_notes')").pluck().all()
  } finally {
    raw.close()
  }
}

describe('the copy before migrations', () => {
  it('is made when a new version changes tables, and kept until the version after that starts', async () => {
    expect([await runOnce('1.0.0', [diary(first)]), copies()]).toEqual(['running', []])
    await runOnce('1.0.0', [diary(first)])
    await runOnce('1.1.0', [diary(first, second)])
    expect(copies()).toEqual(['svc.db.pre-migration-1.1.0'])
    expect([columnsIn('svc.db'), columnsIn('svc.db.pre-migration-1.1.0')]).toEqual([['text', 'mood'], ['text']])
    await runOnce('1.1.0', [diary(first, second)])
    expect(copies()).toEqual(['svc.db.pre-migration-1.1.0'])
    await runOnce('1.2.0', [diary(first, second)])
    expect(copies()).toEqual([])
  })

  it('is that of the first attempt, and survives a start of the previous version', async () => {
    await runOnce('1.0.0', [diary(first)])
    expect(await runOnce('1.1.0', [diary(first, second, failing)])).toBe('failed')
    expect(await runOnce('1.1.0', [diary(first, second, failing)])).toBe('failed')
    expect(columnsIn('svc.db.pre-migration-1.1.0')).toEqual(['text'])
    expect(await runOnce('1.0.0', [diary(first)])).toBe('refused')
    expect(copies()).toEqual(['svc.db.pre-migration-1.1.0'])
  })

  it('is made when a new plugin takes over tables with data', async () => {
    const heir = definePlugin({
      id: 'heir',
      migrations: [
        {
          name: '001-adopt',
          adopts: ['diary_notes'],
          up: (db) => db.exec('ALTER TABLE diary_notes RENAME TO heir_notes'),
        },
      ],
      setup: () => ({}),
    })
    await runOnce('1.0.0', [diary(first), heir])
    expect(copies()).toEqual([])
    rmSync(dataDir, { recursive: true })
    mkdirSync(dataDir)
    await runOnce('1.0.0', [diary(first)])
    await runOnce('1.1.0', [diary(first), heir])
    expect([columnsIn('svc.db'), columnsIn('svc.db.pre-migration-1.1.0')]).toEqual([[], ['text']])
  })

  it('replaces a part that a killed start has left', async () => {
    await runOnce('1.0.0', [diary(first)])
    writeFileSync(join(dataDir, 'svc.db.pre-migration-1.1.0.part'), 'half')
    await runOnce('1.1.0', [diary(first, second)])
    expect([copies(), columnsIn('svc.db.pre-migration-1.1.0')]).toEqual([['svc.db.pre-migration-1.1.0'], ['text']])
  })

  it('is not made when the configuration says so', async () => {
    await runOnce('1.0.0', [diary(first)])
    await runOnce('1.1.0', [diary(first, second)], { database: { migration_copy: false } })
    expect([copies(), columnsIn('svc.db')]).toEqual([[], ['text', 'mood']])
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'needs space, else nothing is migrated',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', dataDir])
      try {
        await runOnce('1.0.0', [diary(first)])
        await expect(start('1.1.0', [diary(first, second)])).rejects.toMatchObject({
          exitCode: 1,
          message: expect.stringMatching(
            /^the database has to be migrated \(diary\/002-mood\), .+ only 0\.\d+ GiB are free\. Free space, or set database\.migration_copy = false$/,
          ),
        })
        expect([copies(), columnsIn('svc.db')]).toEqual([[], ['text']])
      } finally {
        execFileSync('umount', [dataDir])
      }
    },
  )
})
