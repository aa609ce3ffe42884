import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startMysql, startPostgres, startRedis } from '../../../test/databases.ts'
import { makeCheckEnv, runCheck } from '../../../test/run-check.ts'
import { closeServers, serveTcp } from '../../../test/servers.ts'
import { makeReadTarget } from '../read-target.ts'
import { type DatabaseType, makeDatabaseCheck } from './database-check.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
beforeAll(async () => {
  env = await makeCheckEnv(['127.0.0.1/32', '::1/128'])
})
afterEach(closeServers)
afterAll(() => env.close())

const checkOf = (type: DatabaseType) => makeDatabaseCheck(type, { ...env, readTarget: makeReadTarget(env.outbound) })
const login = { username: 'watch', password: 'open sesame' }

interface Running {
  readonly port: number
  /** of the encrypted connections */
  readonly tlsPort?: number
  readonly certificate: string
  close(): Promise<void>
}

interface Case {
  readonly type: DatabaseType
  start(): Promise<Running>
  readonly count: string
  readonly lines: string
  readonly broken: string
  readonly none: string
  readonly write: string
  readonly slow: string | undefined
  readonly database: string
}

const cases: readonly Case[] = [
  {
    ...{ type: 'postgres', start: startPostgres, count: 'SELECT count(*) FROM jobs', lines: 'SELECT id FROM jobs' },
    ...{ broken: 'SELECT * FROM nothing', none: 'SELECT id FROM jobs WHERE id > 5', slow: 'SELECT pg_sleep(60)' },
    ...{ write: 'INSERT INTO jobs VALUES (6)', database: 'watch' },
  },
  {
    ...{ type: 'mysql', start: startMysql, count: 'SELECT count(*) FROM jobs', lines: 'SELECT id FROM jobs' },
    ...{ broken: 'SELECT * FROM nothing', none: 'SELECT id FROM jobs WHERE id > 5', slow: 'SELECT sleep(60)' },
    ...{ write: 'INSERT INTO jobs VALUES (6)', database: 'watch' },
  },
  {
    ...{ type: 'redis', start: startRedis, count: 'LLEN jobs', lines: 'LRANGE jobs 0 -1', broken: 'LLEN' },
    ...{ none: 'GET nothing', slow: undefined, write: 'SET a 1', database: '0' },
  },
]

describe.each(cases)('a $type server', ({ type, start, count, lines, broken, none, write, slow, database }) => {
  let server: Running
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  const run = (config: object = {}, target = `127.0.0.1:${server.port}`) =>
    runCheck(checkOf(type), target, { ...login, database, ...config })

  it('is up when the sign-in and the query succeed', async () => {
    expect(await run()).toMatchObject({ success: true, latency: expect.any(Number), detail: { rows: 1 } })
    expect(await run({ query: count, expected: '5' })).toMatchObject({ success: true, detail: { value: '5', rows: 1 } })
    expect(await run({ query: lines })).toMatchObject({ success: true, detail: { rows: 5 } })
  })

  it('fails when the result is another one', async () => {
    const errorOf = async (config: object) => (await run({ query: count, ...config })).error?.en
    expect(await errorOf({ expected: '6' })).toBe('the result is "5", expected "6"')
    expect(await errorOf({ expected: '6', comparison: 'contains' })).toBe('the result "5" does not contain "6"')
    expect(await errorOf({ expected: '10', comparison: 'at_least' })).toBe('the result "5" is below "10"')
    expect(await errorOf({ expected: '4', comparison: 'at_most' })).toBe('the result "5" is above "4"')
    expect(await errorOf({ expected: '5', comparison: 'at_least' })).toBeUndefined()
    expect(await errorOf({ expected: '5', comparison: 'at_most' })).toBeUndefined()
    expect(await errorOf({ query: none, expected: '5' })).toBe('the query returned no rows')
  })

  it('tells a failed sign-in, a missing database and a failed query apart', async () => {
    expect(await run({ password: 'wrong' })).toMatchObject({ success: false, error: { en: 'the sign-in failed' } })
    const missing = await run({ database: type === 'redis' ? '99' : 'missing' })
    // MariaDB does not tell users which databases exist.
    expect(missing.error?.en).toMatch(/^the (?:database does not exist|sign-in failed)$/)
    expect((await run({ query: broken })).error?.en).toMatch(/^the query failed: \S/)
  })

  it('is only read', async () => {
    if (type === 'redis') {
      await expect(run({ query: write })).rejects.toMatchObject({ fields: [{ field: 'config_json.query' }] })
    } else {
      expect((await run({ query: write })).error?.en).toMatch(/read.only transaction/i)
      expect((await run({ query: `${count}; ${write}` })).error?.en).toMatch(/^the query failed/)
      expect(await run({ query: count, expected: '5' })).toMatchObject({ success: true })
    }
  })

  it('is verified when its connection is encrypted', async () => {
    const port = server.tlsPort ?? server.port
    const target = `localhost:${port}`
    const ca = readFileSync(server.certificate, 'utf8')
    expect(await run({ tls: 'verify', ca }, target)).toMatchObject({ success: true, error: null })
    expect(await run({ tls: 'unverified' }, target)).toMatchObject({ success: true })
    expect((await run({ tls: 'verify' }, target)).error?.en).toMatch(/self-signed certificate/)
    const byAddress = await run({ tls: 'verify', ca }, `127.0.0.1:${port}`)
    if (type === 'mysql') expect(byAddress.error?.en).toMatch(/^the certificate can only be verified for a host name/)
    else expect(byAddress).toMatchObject({ success: true })
  })

  if (slow === undefined) return
  it('that is slow times out', async () => {
    const work = run({ query: slow, timeout: 3 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await env.clock.advance(3000)
    expect(await work).toMatchObject({ success: false, error: { en: 'no response within 3 s' } })
  })
})

describe.each(['postgres', 'mysql', 'redis'] as const)('what is no %s server', (type) => {
  const run = (port: number, config: object = {}) =>
    runCheck(checkOf(type), `127.0.0.1:${port}`, { ...login, ...config })

  it('fails with the reason, whatever it sends', async () => {
    const { port, close } = await serveTcp()
    await close()
    expect((await run(port)).error?.en).toBe('connection refused (ECONNREFUSED)')
    const rude = await serveTcp((socket) => socket.destroy())
    expect((await run(rude.port)).error?.en).toMatch(/^connection (?:closed|reset)/)
    const chatty = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await run(chatty.port)).toMatchObject({ success: false, error: { en: expect.stringMatching(/./) } })
  })

  it('cannot fill the memory', async () => {
    const flood = await serveTcp((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, '$9')));
      }
      socket.on('drain', more)
      more()
    })
    expect(await run(flood.port)).toMatchObject({ success: false })
  })

  it('that never answers times out, or is cancelled', async () => {
    const silent = await serveTcp()
    const work = run(silent.port, { timeout: 2 })
    while (silent.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await env.clock.advance(2000)
    expect(await work).toMatchObject({ success: false, error: { en: 'no response within 2 s' } })
    expect(await run(1, {}).then(({ success }) => success)).toBe(false)
  })

  it('on this host or a metadata address is not connected to', async () => {
    for (const target of ['169.254.169.254', '127.0.0.2:1', '[fe80::1]:1']) {
      await expect(checkOf(type).readTarget(target)).rejects.toMatchObject({ fields: [{ field: 'target' }] })
    }
    expect(await checkOf(type).readTarget('127.0.0.1')).toMatch(/^127\.0\.0\.1:\d+$/)
    await expect(runCheck(checkOf(type), '127.0.0.2:1', login)).rejects.toMatchObject({ fields: [{ field: 'target' }] })
  })
})
