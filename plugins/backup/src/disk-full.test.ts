import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOf, file, manifest } from '../test/archive.ts'
import { makeWorld, passphrase, type World } from '../test/world.ts'

const mib = 1024 * 1024
const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(canMount)('on a disk with little space', () => {
  let disk: string
  let world: World
  let url: URL
  beforeAll(async () => {
    disk = realpathSync(mkdtempSync(join(tmpdir(), 'svc-small-')))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${96 * mib}`, 'tmpfs', disk])
    world = await makeWorld({ dataDir: join(disk, 'data') })
    await world.rename('precious')
    url = new URL('/api/settings/restore', await world.kernel.listen())
  })
  afterAll(async () => {
    await world.kernel.close()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  it('10 GB are refused before they are sent', async () => {
    const body = await new Promise<string>((resolve, reject) => {
      const sending = request(url, {
        method: 'POST',
        headers: {
          ...world.headers,
          'content-type': 'application/octet-stream',
          'content-length': 10 * 1024 * mib,
        },
      })
      sending.on('response', async (response) => {
        resolve(`${response.statusCode} ${(await response.toArray()).join('')}`)
        sending.destroy()
      })
      sending.on('error', reject)
      sending.flushHeaders()
    })
    expect(body).toMatch(/^507 .*The disk of the server has too little space: .* GiB more are needed/)
    expect([await world.siteName(), world.files()]).toEqual(['precious', ['svc.db']])
  })

  it('a file of unknown size is refused when it would fill the disk', async () => {
    const body = await new Promise<string>((resolve, reject) => {
      const sending = request(url, { method: 'POST', headers: world.headers })
      sending.on('response', async (response) => {
        resolve(`${response.statusCode} ${(await response.toArray()).join('')}`)
        sending.destroy()
      })
      sending.on('error', (error) => (sending.destroyed ? undefined : reject(error)))
      Readable.from(Array.from({ length: 80 }, () => Buffer.alloc(mib))).pipe(sending)
    })
    expect(body).toMatch(/^507 .*The disk of the server has too little space/)
    expect([await world.siteName(), world.files()]).toEqual(['precious', ['svc.db']])
  })

  it('a full backup that is much larger than its archive is refused when it would fill the disk', async () => {
    for (const large of [file('svc.db', Buffer.alloc(60 * mib)), file('brand/logo.png', Buffer.alloc(60 * mib))]) {
      const archive = await archiveOf(manifest(), large)
      expect(archive.length).toBeLessThan(mib)
      const answer = await world.restore(archive, { 'x-backup-passphrase': encodeURIComponent(passphrase) })
      expect([answer.statusCode, answer.json().error.code]).toEqual([507, 'INSUFFICIENT_STORAGE'])
      expect([await world.siteName(), world.files()]).toEqual(['precious', ['svc.db']])
    }
  })

  it('a backup and a restore that find no space fail, and leave nothing', async () => {
    const { rawPayload } = await world.backup()
    await expect.poll(world.files).toEqual(['svc.db'])
    execFileSync('fallocate', ['-l', String(70 * mib), join(disk, 'others')])
    for (const answer of [await world.backup(), await world.fullBackup(), await world.restore(rawPayload)]) {
      expect([answer.statusCode, answer.json().error.code]).toEqual([507, 'INSUFFICIENT_STORAGE'])
    }
    expect([await world.siteName(), world.files()]).toEqual(['precious', ['svc.db']])
  })
})
