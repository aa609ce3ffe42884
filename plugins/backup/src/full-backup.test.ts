import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { secrets } from '@svc/plugin-system/contract'
import { Encrypter } from 'age-encryption'
import type { TarEntry } from 'modern-tar'
import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOf, encrypted, file, manifest } from '../test/archive.ts'
import { makeWorld, passphrase, type World } from '../test/world.ts'

let folder: string
let world: World
/** a full backup of it, when its name was `before` */
let archive: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-full-'))
  world = await makeWorld()
  await world.rename('before')
  // Does not compress, so that the archive is longer than what is read of it to check the passphrase.
  mkdirSync(join(world.kernel.dataDir, 'brand'))
  writeFileSync(join(world.kernel.dataDir, 'brand/logo.png'), randomBytes(200_000))
  const answer = await world.fullBackup()
  expect(answer.headers['content-disposition']).toBe('attachment; filename="svc-backup-20231114_221320.tar.zst.age"')
  expect([answer.statusCode, Number(answer.headers['content-length'])]).toEqual([200, answer.rawPayload.length])
  archive = answer.rawPayload
})
afterAll(async () => {
  await world.kernel.close()
  rmSync(folder, { recursive: true })
})

const withPassphrase = (text = passphrase) => ({ 'x-backup-passphrase': encodeURIComponent(text) })

describe('a full backup', () => {
  it('leaves nothing on the server but its audit entry', async () => {
    await expect.poll(world.files).toEqual(['svc.db'])
    expect(await world.audited('settings.backup')).toMatchObject([
      { user_id: world.userId, detail: expect.stringContaining('"full":true') },
    ])
    expect((await world.state()).operation).toBeNull()
  })

  it('needs the password of the account, and a passphrase that cannot be guessed', async () => {
    const { password } = world
    for (const [more, status, code] of [
      [{ password: undefined }, 422, 'VALIDATION_ERROR'],
      [{ password: 'wrong-password' }, 400, 'BAD_REQUEST'],
      [{ password, passphrase: 'short' }, 422, 'VALIDATION_ERROR'],
    ] as const) {
      const answer = await world.fullBackup(more)
      expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
    }
    expect(await world.audited('step_up_failed')).toHaveLength(1)
    expect(await world.audited('settings.backup')).toHaveLength(1)
  })

  it('restores everything on another host, secret.key included', async () => {
    const sealed = world.kernel.service(secrets).seal('test', 'treasure')
    const other = await makeWorld()
    await other.rename('other')
    mkdirSync(join(other.kernel.dataDir, 'brand'))
    writeFileSync(join(other.kernel.dataDir, 'brand/favicon.ico'), 'of the other')
    expect(other.kernel.service(secrets).open('test', sealed)).toBeUndefined()
    const answer = await other.restore(archive, withPassphrase())
    expect([answer.statusCode, answer.json().data]).toEqual([200, expect.stringContaining('restarts now')])
    await other.kernel.settled()
    expect(other.kernel.service(secrets).open('test', sealed)).toBe('treasure')
    // The session is one of the restored database.
    const { kernel } = other
    const name = await kernel.inject({ url: '/api/settings', headers: world.headers })
    expect(name.json().data.site_name).toBe('before')
    const key = join(kernel.dataDir, 'secret.key')
    expect(readFileSync(key).equals(readFileSync(join(world.kernel.dataDir, 'secret.key')))).toBe(true)
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(kernel.dataDir, 'brand'))).toEqual(['logo.png'])
    const [former] = (await kernel.inject({ url: '/api/settings/backup', headers: world.headers })).json().data.former
    expect(readdirSync(join(kernel.dataDir, `${former.name}-files`)).sort()).toEqual(['brand', 'secret.key'])
    expect(other.files()).toEqual(['svc.db', former.name, `${former.name}-files`])
    // And it is deleted with what belongs to it.
    const url = `/api/settings/backup/former/${former.name}`
    expect((await kernel.inject({ method: 'DELETE', url, headers: world.headers })).statusCode).toBe(200)
    expect(other.files()).toEqual(['svc.db'])
    const again = await kernel.inject({ method: 'DELETE', url, headers: world.headers })
    expect([again.statusCode, again.json().error.message]).toEqual([
      404,
      `Not found: there is no backup ${former.name}`,
    ])
    await kernel.close()
  })

  it.runIf(existsSync('/usr/bin/age'))('can be opened with age, Zstandard and tar', async () => {
    const path = join(folder, 'archive.age')
    writeFileSync(path, archive)
    // It asks on the terminal.
    const child = spawn('script', ['-qec', `age -d -o ${join(folder, 'archive.tar.zst')} ${path}`, '/dev/null'])
    child.stdout.once('data', () => child.stdin.write(`${passphrase}\n`))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    const entries = await unpackTar(zstdDecompressSync(readFileSync(join(folder, 'archive.tar.zst'))))
    expect(entries.map(({ header }) => header.name)).toEqual([
      'manifest.json',
      'svc.db',
      'secret.key',
      'brand/',
      'brand/logo.png',
    ])
    expect(JSON.parse(Buffer.from(entries[0]?.data ?? []).toString())).toEqual({
      format: 1,
      version: '0.0.0-test',
      created_at: '2023-11-14T22:13:20Z',
      plugins: [],
    })
  })
})

describe('a restore', () => {
  const database = async () => (await world.backup()).rawPayload
  const newerDatabase = async () => {
    const bytes = Buffer.from(await database())
    // user_version
    bytes.writeUInt32BE(99, 60)
    return bytes
  }
  const forKey = async () => {
    const encrypter = new Encrypter()
    encrypter.addRecipient('age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p')
    return Buffer.from(await encrypter.encrypt('x'))
  }
  const flipped = async () => {
    const bytes = Buffer.from(archive)
    const at = bytes.length - 1000
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const withDatabase = async (...entries: TarEntry[]) =>
    archiveOf(manifest(), file('svc.db', await database()), ...entries)
  const link: TarEntry = { header: { name: 'brand/x', size: 0, type: 'symlink', linkname: '/etc/passwd' } }

  it.each<[string, () => Promise<Buffer>, string | undefined, string, string]>([
    ['a wrong passphrase', async () => archive, 'wrong horse battery', 'WRONG_PASSPHRASE', 'The passphrase is wrong'],
    ['no passphrase', async () => archive, undefined, 'PASSPHRASE_REQUIRED', 'its passphrase is required'],
    ['half an archive', async () => archive.subarray(0, archive.length / 2), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['the end of an archive missing', async () => archive.subarray(0, -1), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['half a header', async () => archive.subarray(0, 100), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['a flipped bit', flipped, passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['another encrypted text', () => encrypted(Buffer.from('hello')), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['another archive', () => archiveOf(file('song.mp3', 'la')), passphrase, 'NOT_A_BACKUP', 'not a full backup'],
    ['a file encrypted for a key', forKey, passphrase, 'ARCHIVE_WITHOUT_PASSPHRASE', 'Decrypt it with age first'],
    ['a newer form', () => archiveOf(manifest({ format: 2, version: '9.1.0' })), passphrase, 'ARCHIVE_NEWER', '9.1.0'],
    [
      'no database',
      () => archiveOf(manifest(), file('secret.key', 'x')),
      passphrase,
      'NOT_A_BACKUP',
      'not a full backup',
    ],
    ['a text as database', () => archiveOf(manifest(), file('svc.db', 'x')), passphrase, 'NOT_A_DATABASE', 'SQLite'],
    [
      'a newer database',
      async () => archiveOf(manifest(), file('svc.db', await newerDatabase())),
      passphrase,
      'DATABASE_NEWER',
      'newer version',
    ],
    ['a path that leads out', () => withDatabase(file('brand/../../x', 'x')), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['an absolute path', () => withDatabase(file('/etc/x', 'x')), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    ['a link', () => withDatabase(link), passphrase, 'ARCHIVE_DAMAGED', 'damaged'],
    [
      'a folder instead of a file',
      () => withDatabase(file('secret.key/x', 'x')),
      passphrase,
      'ARCHIVE_DAMAGED',
      'damaged',
    ],
    [
      'a file twice',
      () => withDatabase(file('secret.key', 'x'), file('secret.key', 'y')),
      passphrase,
      'ARCHIVE_DAMAGED',
      'damaged',
    ],
  ])('of %s is refused, and nothing is lost', async (_, make, given, code, words) => {
    await world.rename('precious')
    const bytes = await make()
    await expect.poll(world.files).toEqual(['svc.db'])
    const before = readdirSync(world.kernel.dataDir).sort()
    const answer = await world.restore(bytes, given === undefined ? {} : withPassphrase(given))
    expect([answer.statusCode, answer.json().error]).toEqual([
      422,
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    ])
    await world.kernel.settled()
    expect([await world.siteName(), readdirSync(world.kernel.dataDir).sort()]).toEqual(['precious', before])
  })

  it('of a passphrase that is no percent-encoded text names the header', async () => {
    const answer = await world.restore(archive, { 'x-backup-passphrase': '%ff' })
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      422,
      'Validation error: x-backup-passphrase must be percent-encoded UTF-8',
    ])
  })

  it('leaves out what no plugin knows, and names the plugins that have to be installed', async () => {
    const other = await makeWorld()
    const bytes = await archiveOf(
      manifest({ plugins: [{ id: 'disk-health', version: '1.2.3' }] }),
      file('svc.db', await database()),
      file('plugins/node_modules/svc-plugin-evil/index.js', 'x'),
      file('server.toml', 'x'),
    )
    const answer = await other.restore(bytes, withPassphrase())
    expect(answer.json().data).toContain(
      'Left out, because no plugin of this server knows it: plugins, server.toml. The other server had these plugins, ' +
        'which have to be installed: disk-health 1.2.3.',
    )
    await other.kernel.settled()
    expect(existsSync(join(other.kernel.dataDir, 'plugins'))).toBe(false)
    await other.kernel.close()
  })

  it('with which the server cannot start is taken back', async () => {
    const other = await makeWorld({ required: ['system'] })
    await other.rename('precious')
    const bytes = await archiveOf(manifest(), file('svc.db', await database()), file('secret.key', 'no key'))
    expect((await other.restore(bytes, withPassphrase())).statusCode).toBe(200)
    await other.kernel.settled()
    expect(await other.siteName()).toBe('precious')
    const { former } = await other.state()
    expect(former).toMatchObject([{ kind: 'failed', name: expect.stringMatching(/^svc\.db\.failed-restore-/) }])
    expect(await other.audited('settings.restore_undone')).toMatchObject([{ user_id: other.userId }])
    expect(other.kernel.logs).toContainEqual(
      expect.objectContaining({
        msg: 'the program cannot start with the restored data and uses the former data again',
      }),
    )
    await other.kernel.close()
  })

  it('tells of a wrong passphrase before the rest of the file is sent', async () => {
    const url = new URL('/api/settings/restore', await world.kernel.listen())
    const headers = { ...world.headers, ...withPassphrase('wrong horse battery'), 'content-length': 5_000_000_000 }
    const body = await new Promise<string>((resolve, reject) => {
      const sending = request(url, { method: 'POST', headers })
      sending.on('response', async (response) => {
        resolve(`${response.statusCode} ${(await response.toArray()).join('')}`)
        sending.destroy()
      })
      sending.on('error', reject)
      sending.write(archive.subarray(0, 128 * 1024))
    })
    expect(body).toMatch(/^422 .*WRONG_PASSPHRASE/)
  })
})
