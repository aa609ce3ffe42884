import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
type DatabaseSync = InstanceType<typeof DatabaseSync>

let folder: string
let world: World
let url: URL
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
  world = await makeWorld({ config: { backup: { max_restore_size: 4_000_000 } } })
  url = new URL('/api/settings/restore', await world.kernel.listen())
})
afterAll(async () => {
  await world.kernel.close()
  rmSync(folder, { recursive: true })
})

/** An SQLite file as bytes, after `change`. */
function altered(bytes: Buffer, change: (db: DatabaseSync) => void): Buffer {
  const path = join(folder, 'altered.db')
  writeFileSync(path, bytes)
  const db = new DatabaseSync(path)
  change(db)
  db.exec('PRAGMA journal_mode = DELETE')
  db.close()
  return readFileSync(path)
}

describe('a backup', () => {
  it('is a whole database of one moment while others write, and leaves nothing', async () => {
    const { database } = world.kernel
    database.exec('CREATE TABLE other_rows (n INTEGER, text TEXT)')
    const insert = database.prepare('INSERT INTO other_rows VALUES (?, ?)')
    for (let n = 0; n < 5000; n++) insert.run(n, 'x'.repeat(100))
    let isDone = false
    const answer = world.backup().finally(() => {
      isDone = true
    })
    // In pairs, so that a copy of one moment has as many of the one as of the other.
    const pair = database.transaction(() => {
      insert.run(-1, '')
      insert.run(-2, '')
    })
    while (!isDone) {
      pair()
      await new Promise(setImmediate)
    }
    const { statusCode, headers, rawPayload } = await answer
    expect([statusCode, headers['content-type'], Number(headers['content-length'])]).toEqual([
      200,
      'application/octet-stream',
      rawPayload.length,
    ])
    expect(headers['content-disposition']).toBe('attachment; filename="svc_backup_20231114_221320.db"')
    altered(rawPayload, (db) => {
      expect(db.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }])
      const count = (n: number) => db.prepare('SELECT count(*) AS total FROM other_rows WHERE n = ?').get(n)?.total
      expect(count(-1)).toEqual(count(-2))
    })
    database.exec('DROP TABLE other_rows')
    database.exec('VACUUM')
    await expect.poll(world.files).toEqual(['svc.db'])
    expect(await world.audited('settings.backup')).toMatchObject([{ user_id: world.userId }])
  })
})

describe('a restore', () => {
  /** The files when the last download is over. */
  async function settledFiles(): Promise<string[]> {
    await expect.poll(world.files).not.toContainEqual(expect.stringContaining('.part-'))
    return world.files()
  }

  /** Begins to send a file, and is about to send the rest. */
  async function begin() {
    const files = await settledFiles()
    const sending = request(url, {
      method: 'POST',
      headers: {
        ...world.headers,
        'content-type': 'application/octet-stream',
        'content-length': 3e6,
      },
    })
    sending.on('error', () => {})
    sending.write(Buffer.alloc(500_000))
    await expect.poll(world.files).toHaveLength(files.length + 1)
    return { files, sending }
  }

  it('brings back what was backed up, keeps the former database, and says so in the audit log', async () => {
    await world.rename('before')
    const { rawPayload } = await world.backup()
    await world.rename('after')
    const { statusCode, json } = await world.restore(rawPayload)
    expect([statusCode, json().data]).toEqual([200, expect.stringContaining('restarts now')])
    await world.kernel.settled()
    expect(await world.siteName()).toBe('before')
    expect(await world.audited('settings.restore')).toMatchObject([
      { user_id: world.userId, detail: expect.stringContaining(String(rawPayload.length)) },
    ])
    const { former } = await world.state()
    expect(former).toMatchObject([
      { kind: 'restored', name: expect.stringMatching(/^svc\.db\.pre-restore-\d{8}_\d{6}$/) },
    ])
    expect(world.files()).toEqual(['svc.db', former[0].name])
    const old = new DatabaseSync(join(world.kernel.dataDir, former[0].name))
    expect(JSON.stringify(old.prepare('SELECT * FROM system_settings').all())).toContain('after')
    old.close()
  })

  const other = () => altered(Buffer.alloc(0), (db) => db.exec('CREATE TABLE songs (title TEXT)'))
  const newer = (own: Buffer) =>
    altered(own, (db) => db.exec("INSERT INTO kernel_migrations VALUES ('system', '999-later', 0)"))
  const later = (own: Buffer) => altered(own, (db) => db.exec('PRAGMA user_version = 99'))
  const damaged = (own: Buffer) => {
    const bytes = Buffer.from(own)
    bytes.fill(0x5a, 4096, bytes.length)
    return bytes
  }
  it.each<[string, (own: Buffer) => Buffer, number, string, string]>([
    ['nothing', () => Buffer.alloc(0), 422, 'NOT_A_DATABASE', 'not an SQLite database'],
    ['a text', () => Buffer.from('dear diary\n'.repeat(100)), 422, 'NOT_A_DATABASE', 'not an SQLite database'],
    ['only a header', (own) => own.subarray(0, 90), 422, 'DATABASE_INCOMPLETE', 'cut off'],
    ['half a backup', (own) => own.subarray(0, own.length / 2), 422, 'DATABASE_INCOMPLETE', 'cut off'],
    ['a damaged backup', damaged, 422, 'DATABASE_DAMAGED', 'integrity check failed'],
    ['the database of another program', other, 422, 'DATABASE_FOREIGN', 'another program'],
    ['a backup of a newer plugin', newer, 422, 'DATABASE_NEWER', 'system/999-later'],
    ['a backup of a newer server', later, 422, 'DATABASE_NEWER', 'newer version'],
    ['more than the limit', () => Buffer.alloc(4_000_001), 413, 'PAYLOAD_TOO_LARGE', '3.8 MiB'],
  ])('of %s is refused, and nothing is lost', async (_, make, status, code, words) => {
    await world.rename('precious')
    const own = await world.backup()
    const files = await settledFiles()
    const answer = await world.restore(make(own.rawPayload))
    expect([answer.statusCode, answer.json().error]).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    ])
    await world.kernel.settled()
    expect([await world.siteName(), world.files()]).toEqual(['precious', files])
    expect(readdirSync(world.kernel.dataDir)).not.toContain('svc.db.restore-note')
  })

  it('that breaks off changes nothing', async () => {
    const { files, sending } = await begin()
    sending.destroy()
    await expect.poll(world.files).toEqual(files)
    expect(await world.siteName()).toBe('precious')
  })

  it('while another one is received is refused', async () => {
    const { files, sending } = await begin()
    expect((await world.restore(Buffer.alloc(20))).json().error.details).toEqual({ code: 'backup.BUSY' })
    sending.destroy()
    await expect.poll(world.files).toEqual(files)
  })
})
