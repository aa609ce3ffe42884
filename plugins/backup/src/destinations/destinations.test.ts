import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTestKernel, sentenceOf, type TestKernel } from '@svc/kernel/testing'
import { ApiError } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { outbound } from '@svc/plugin-system/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3, startS3 } from '../../test/s3-server.ts'
import { backupName } from '../backup-name.ts'
import type { Destination } from './destination.ts'
import { makeDirectory } from './directory.ts'
import { makeS3 } from './s3.ts'

const name = backupName(Date.parse('2026-01-01T03:00:00Z'), '1a2b3c4d-0000')
const later = backupName(Date.parse('2026-01-02T03:00:00Z'))
const { signal } = new AbortController()

let folder: string
let kernel: TestKernel
let s3: S3
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-destinations-'))
  kernel = await createTestKernel({ plugins: [system] })
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await kernel.close()
  rmSync(folder, { recursive: true })
})

const client = () => kernel.service(outbound).withPrivate(['127.0.0.0/8'])
const bucket = (change: object = {}) => makeS3({ ...s3.destination, ...change }, client())
const directory = () => makeDirectory({ path: join(folder, 'backups/nas'), allowed: [join(folder, 'backups')] })

/** A file of so many random bytes. */
function fileOf(size: number): { path: string; bytes: Buffer } {
  const bytes = randomBytes(size)
  const path = join(folder, `file-${size}`)
  writeFileSync(path, bytes)
  return { path, bytes }
}

/** Stores a file; returns what was reported meanwhile. */
async function store(destination: Destination, path: string, as = name) {
  const reported: { done: number[]; pending: (string | null)[] } = { done: [], pending: [] }
  await destination.store(as, path, {
    signal,
    onProgress: (done) => reported.done.push(done),
    onPending: (pending) => reported.pending.push(pending),
  })
  return reported
}

/** The status and sentence of the error that a promise rejects with. */
const failureOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError && error.text ? `${error.status} ${sentenceOf(error.text)}` : String(error)
}

const contentOf = async (destination: Destination, of = name) => {
  const { size, chunks } = await destination.read(of, signal)
  const bytes = Buffer.concat(await Readable.from(chunks).toArray())
  expect(bytes.length).toBe(size)
  return bytes
}

const kinds: [string, () => Destination][] = [
  ['a directory', directory],
  ['a bucket', () => bucket()],
  ['a bucket without a prefix', () => bucket({ prefix: '' })],
]

describe.each(kinds)('%s', (_, open) => {
  it('stores, lists, reads and removes backups, and leaves other files alone', async () => {
    const destination = open()
    await destination.check(signal)
    expect(await destination.list(signal)).toEqual([])
    const { path, bytes } = fileOf(700_000)
    const { done, pending } = await store(destination, path)
    expect([done.at(-1), pending.at(-1) ?? null]).toEqual([700_000, null])
    await store(destination, path, later)
    expect(await destination.list(signal)).toEqual([
      { name: later, size: 700_000, createdAt: Date.parse('2026-01-02T03:00:00Z') / 1000 },
      { name, size: 700_000, createdAt: Date.parse('2026-01-01T03:00:00Z') / 1000 },
    ])
    expect((await contentOf(destination)).equals(bytes)).toBe(true)
    await destination.remove(name, signal)
    expect((await destination.list(signal)).map((one) => one.name)).toEqual([later])
    await destination.remove(later, signal)
  })

  it.each(['svc-backup-20260101_030000.tar.zst.age', '../file-700000', 'server.toml', ''])(
    'has no %j to read or remove',
    async (other) => {
      expect(await failureOf(open().read(other, signal))).toBe(`404 there is no backup ${other}`)
      expect(await failureOf(open().remove(other, signal))).toBe(`404 there is no backup ${other}`)
    },
  )
})

describe('a bucket', () => {
  it('gets large files in parts, which are read in ranges', async () => {
    const { path, bytes } = fileOf(20 * 1024 * 1024 + 5)
    const { done, pending } = await store(bucket(), path)
    expect([done.length, pending]).toEqual([3, [expect.stringContaining('svc/one/'), null]])
    expect((await contentOf(bucket())).equals(bytes)).toBe(true)
    expect(s3.uploads.size).toBe(0)
    await bucket().remove(name, signal)
  })

  it('of which a part fails keeps nothing', async () => {
    const { path } = fileOf(9 * 1024 * 1024)
    s3.failOn(/partNumber=2/, 503, 'SlowDown')
    expect(await failureOf(store(bucket(), path))).toMatch(/^502 127\.0\.0\.1:\d+ refused with status 503: SlowDown$/)
    s3.work()
    expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
  })

  it('discards the upload of a program that ended', async () => {
    const { path } = fileOf(9 * 1024 * 1024)
    let pending = ''
    s3.failOn(/^(?:PUT .*partNumber=2|DELETE)/, 500, 'InternalError')
    const onPending = (text: string | null) => {
      pending = text ?? pending
    }
    const stored = bucket().store(name, path, { signal, onProgress() {}, onPending })
    expect(await failureOf(stored)).toContain('status 500: InternalError')
    expect(s3.uploads.size).toBe(1)
    s3.work()
    await bucket().discard(pending, signal)
    expect(s3.uploads.size).toBe(0)
    // It may be gone already.
    await bucket().discard(pending, signal)
  })

  it('says why it cannot be used', async () => {
    const failures: [object, RegExp][] = [
      [{ secret_access_key: 'wrong' }, /^502 127\.0\.0\.1:\d+ refused with status 403: SignatureDoesNotMatch$/],
      [{ bucket: 'other' }, /^502 The store has no bucket other$/],
      [{ endpoint: 'http://127.0.0.1:9' }, /^502 .*ECONNREFUSED/],
    ]
    for (const [change, words] of failures) {
      expect(await failureOf(bucket(change).check(signal))).toMatch(words)
      expect(await failureOf(bucket(change).list(signal))).toMatch(words)
    }
  })

  it('of a store that answers 404 for more than buckets is not called missing', async () => {
    s3.failOn(/^PUT/, 404, 'InvalidAccessKeyId')
    expect(await failureOf(bucket().check(signal))).toContain('refused with status 404: InvalidAccessKeyId')
    s3.work()
  })

  it('must not be on a private network that the configuration does not allow', async () => {
    const refused = makeS3(s3.destination, kernel.service(outbound))
    const sent = s3.requests.length
    expect(await failureOf(refused.check(signal))).toMatch(/^502 .*not a public address/)
    expect(s3.requests.length).toBe(sent)
  })
})

describe('a directory', () => {
  it('keeps nothing of a backup that was interrupted', async () => {
    const destination = directory()
    const part = join(folder, `backups/nas/${name}.part`)
    writeFileSync(part, 'half')
    expect(await destination.list(signal)).toEqual([])
    await destination.discard(`${name}.part`, signal)
    await destination.discard('../../file-700000', signal)
    expect(readdirSync(join(folder, 'backups/nas'))).toEqual([])
    expect(readdirSync(folder)).toContain('file-700000')
  })

  it('must be in an allowed folder, also when it is a link', async () => {
    mkdirSync(join(folder, 'secret'))
    symlinkSync(join(folder, 'secret'), join(folder, 'backups/link'))
    for (const path of [join(folder, 'secret'), join(folder, 'backups-of-others'), join(folder, 'backups/link')]) {
      const made = makeDirectory({ path, allowed: [join(folder, 'backups')] })
      expect(await failureOf(made.check(signal))).toContain(
        'is not in one of the folders that backup.directories allows',
      )
    }
  })

  it('says why it cannot be used', async () => {
    writeFileSync(join(folder, 'backups/file'), '')
    const made = makeDirectory({ path: join(folder, 'backups/file'), allowed: [join(folder, 'backups')] })
    expect(await failureOf(made.list(signal))).toMatch(/^502 The folder .+ cannot be used \(E\w+\)$/)
  })

  it('may be reached through a link that the configuration names', async () => {
    symlinkSync(join(folder, 'secret'), join(folder, 'mounted'))
    const made = makeDirectory({ path: join(folder, 'mounted/svc'), allowed: [join(folder, 'mounted')] })
    const { path, bytes } = fileOf(10)
    await store(made, path)
    expect(readFileSync(join(folder, 'secret/svc', name)).equals(bytes)).toBe(true)
  })
})
