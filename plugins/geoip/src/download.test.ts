import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, startMirror, type World } from '../test/world.ts'
import { country, world as networks, writeMmdb } from './testing.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const november = '/free/dbip-country-lite-2026-11.mmdb.gz'
const october = '/free/dbip-country-lite-2026-10.mmdb.gz'
const file = writeMmdb(networks)
const packed = gzipSync(file)

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
})

/** A server with a mirror that responds like this. */
async function against(answer: Answer, geoip: object = {}) {
  const mirror = await startMirror(answer)
  const world = await makeWorld({ config: { geoip: { download_url: mirror.url, ...geoip } } })
  open.push(world.kernel, mirror)
  return { mirror, world, path: join(world.kernel.dataDir, 'dbip-country-lite.mmdb') }
}

const files = (world: World) => readdirSync(world.kernel.dataDir).filter((name) => name.startsWith('dbip'))

describe('a download', () => {
  it('installs the edition of the month, locates all servers and writes an audit entry', async () => {
    const { mirror, world, path } = await against((_, res) => res.end(packed))
    const { id } = await world.agent('edge', '198.51.100.7')
    const { id: pinned } = await world.agent('pinned', '198.51.100.8')
    await world.put(pinned, { country_code: 'FR' })
    expect(await world.status()).toMatchObject({ installed: false, custom: false })
    expect(await world.download()).toMatchObject({
      status: 200,
      data: { success: true, message: 'installed the 2026-11 edition' },
    })
    expect([mirror.asked, readFileSync(path).equals(file), files(world)]).toEqual([
      [november],
      true,
      ['dbip-country-lite.mmdb'],
    ])
    expect(await world.record(id)).toMatchObject({ country_code: 'DE', geo_manual: false })
    expect(await world.record(pinned)).toMatchObject({ country_code: 'FR', geo_manual: true })
    expect(await world.status('member')).toEqual({
      installed: true,
      custom: false,
      source: 'downloaded',
      file_size: file.length,
      updated_at: expect.stringMatching(/Z$/),
      built_at: '2026-09-21T14:13:20Z',
      type: 'DBIP-Country-Lite',
      download: {
        state: 'succeeded',
        month: '2026-11',
        received_bytes: packed.length,
        total_bytes: packed.length,
        started_at: '2026-11-03T00:00:00Z',
        ended_at: '2026-11-03T00:00:00Z',
      },
    })
    expect(world.audited()).toMatchObject([
      { user_id: 'test-admin', outcome: 'succeeded', month: '2026-11', file_size: file.length },
    ])
  })

  it.each([404, 403])('falls back to the previous month on %i', async (status) => {
    const { mirror, world } = await against((req, res) =>
      req.url === november ? res.writeHead(status).end('<html>') : res.end(packed),
    )
    expect((await world.download()).data.message).toBe('installed the 2026-10 edition')
    expect(mirror.asked).toEqual([november, october])
    expect(world.audited()).toMatchObject([{ month: '2026-10' }])
  })

  it('falls back to December in January', async () => {
    const mirror = await startMirror((_, res) => res.writeHead(404).end())
    const world = await makeWorld({ now: Date.UTC(2027, 0, 1), config: { geoip: { download_url: mirror.url } } })
    open.push(world.kernel, mirror)
    const { status, error } = await world.download()
    expect([status, error.code, error.message]).toEqual([
      502,
      'BAD_GATEWAY',
      `${mirror.url.replace('/free/', '')} has published neither the 2027-01 nor the 2026-12 edition`,
    ])
    expect(mirror.asked.map((path) => path.slice(-15, -8))).toEqual(['2027-01', '2026-12'])
  })

  it('accepts a file unpacked by a proxy', async () => {
    const { world } = await against((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
    expect((await world.download()).status).toBe(200)
  })

  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
  const failures: [string, string, Answer][] = [
    ['is not gzip', 'invalid', (_, res) => res.end('<html>sign in to the hotel</html>')],
    ['is cut', 'invalid', (_, res) => res.end(packed.subarray(0, packed.length / 2))],
    ['holds no database', 'invalid', (_, res) => res.end(gzipSync('text'))],
    ['holds half a database', 'invalid', (_, res) => res.end(gzipSync(file.subarray(0, file.length / 2)))],
    ['has no public addresses', 'invalid', (_, res) => res.end(gzipSync(writeMmdb({ '10.0.0.0/8': country('DE') })))],
    [
      'is a database of networks',
      'wrong_type',
      (_, res) => res.end(gzipSync(writeMmdb(networks, { type: 'DBIP-ASN-Lite' }))),
    ],
    ['unpacks without end', 'too_large', (_, res) => res.end(bomb)],
    ['says it is huge', 'too_large', (_, res) => void endless(res)],
    ['is an error', 'bad_answer', (_, res) => res.writeHead(500).end()],
    ['is elsewhere', 'bad_answer', (_, res) => res.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
    ['breaks off', 'unreachable', (_, res) => res.writeHead(200, { 'content-length': 1000 }).end('x')],
    ['never comes', 'unreachable', (_, res) => res.destroy()],
  ]
  function endless(res: ServerResponse) {
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
    }
    res.on('drain', more)
    more()
  }

  it.each(failures)('whose file %s fails with %s and keeps the previous one', async (_, kind, answer) => {
    const { world, path } = await against(answer)
    const before = writeMmdb({ '198.51.100.0/24': country('IT') })
    writeFileSync(path, before)
    await world.kernel.runJob('GeoIpReload')
    const { status, error } = await world.download()
    expect([status, error.code]).toEqual([502, 'BAD_GATEWAY'])
    const { download, installed } = await world.status()
    expect([installed, download.state, download.error, download.message]).toEqual([true, 'failed', kind, error.message])
    expect((await world.status('member')).download).not.toHaveProperty('message')
    expect([files(world), readFileSync(path).equals(before)]).toEqual([['dbip-country-lite.mmdb'], true])
    expect(world.audited()).toMatchObject([{ user_id: 'test-admin', outcome: 'failed', error: kind }])
    const { id } = await world.agent('edge', '198.51.100.7')
    expect(await world.record(id)).toMatchObject({ country_code: 'IT' })
  })

  it('that cannot be saved returns 500', async () => {
    const { world, path } = await against((_, res) => res.end(packed))
    mkdirSync(`${path}.part`)
    const { status, error } = await world.download()
    expect([status, error.code, error.message]).toEqual([
      500,
      'INTERNAL_ERROR',
      'Internal error: the file could not be saved in the data directory (EISDIR)',
    ])
    expect(existsSync(path)).toBe(false)
  })

  it('can be retried', async () => {
    let answers = 0
    const { world } = await against((_, res) => (answers++ === 0 ? res.writeHead(500).end() : res.end(packed)))
    expect((await world.download()).status).toBe(502)
    expect((await world.download()).status).toBe(200)
    expect((await world.status()).download).not.toHaveProperty('error')
  })
})

describe('a slow download', () => {
  it('continues in the background, reports progress, and runs only once', async () => {
    let finish = () => {}
    const { world } = await against((_, res) => {
      res.writeHead(200, { 'content-length': packed.length }).write(packed.subarray(0, 100))
      finish = () => res.end(packed.subarray(100))
    })
    const first = world.download()
    await vi.waitFor(async () =>
      expect((await world.status('member')).download).toEqual({
        state: 'running',
        month: '2026-11',
        received_bytes: 100,
        total_bytes: packed.length,
        started_at: '2026-11-03T00:00:00Z',
      }),
    )
    expect(await world.download()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    await world.kernel.clock.advance(20_000)
    expect(await first).toMatchObject({ status: 202, data: { success: true } })
    finish()
    await vi.waitFor(async () => expect((await world.status()).download.state).toBe('succeeded'))
    expect(await world.status()).toMatchObject({ installed: true, download: { ended_at: '2026-11-03T00:00:20Z' } })
    expect(world.audited()).toHaveLength(1)
  })

  it('times out', async () => {
    const { world } = await against((_, res) => void res.writeHead(200).write('x'))
    const first = world.download()
    await vi.waitFor(async () => expect((await world.status()).download?.received_bytes).toBe(1))
    await world.kernel.clock.advance(5 * 60_000)
    expect((await first).status).toBe(202)
    await vi.waitFor(async () => expect((await world.status()).download).toMatchObject({ error: 'timeout' }))
  })

  it('does not prevent shutdown', async () => {
    const { world, path } = await against((_, res) => void res.writeHead(200).write('x'))
    const first = world.download()
    await vi.waitFor(async () => expect((await world.status()).download?.received_bytes).toBe(1))
    await Promise.all([world.kernel.close(), first.catch(() => {})])
    expect(existsSync(path)).toBe(false)
  })
})

describe('a download is rejected', () => {
  it('for members, and while a custom file is set', async () => {
    const { mirror, world } = await against((_, res) => res.end(packed), { mmdb_path: 'own.mmdb' })
    expect((await world.download('member')).status).toBe(403)
    const { status, error } = await world.download()
    expect([status, error.code, mirror.asked]).toEqual([409, 'CONFLICT', []])
    expect(error.message).toContain('geoip.mmdb_path')
  })
})
