import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '@svc/plugin-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../src/database.ts'
import type { Report } from '../src/doctor/doctor.ts'
import { program } from '../src/program.ts'
import { createTestKernel } from '../src/testing.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** the data directory of a server that has run once */
let template: string
let dataDir: string
let database: string
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
  dataDir = template
  const args = ['--conditions=svc-source', fileURLToPath(new URL('../src/main.ts', import.meta.url))]
  const child = spawn(process.execPath, args, { env: environment() })
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('listening on')) child.kill('SIGTERM')
  })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
}, 60_000)
afterAll(() => rmSync(template, { recursive: true }))
beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-doctor-')))
  database = join(dataDir, 'svc.db')
  cpSync(template, dataDir, { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  SVC_SERVER__DATA_DIR: dataDir,
  SVC_SERVER__LISTEN: '127.0.0.1:0',
  ...env,
})

interface Examined {
  readonly ok: boolean
  readonly findings: readonly (Finding & { readonly check: string })[]
}

async function examine(env?: Record<string, string>) {
  const { text, exitCode } = (await program(['doctor', '--json'], environment(env))) as Report
  const { ok, findings } = JSON.parse(text) as Examined
  expect(exitCode).toBe(ok ? 0 : 1)
  for (const { state, advice } of findings) expect(advice !== null).toBe(state !== 'ok')
  return {
    ok,
    of: (check: string) =>
      findings.filter((finding) => finding.check === check).map(({ state, text }) => `${state}: ${text}`),
    checks: [...new Set(findings.map(({ check }) => check))],
  }
}

/** Changes the database. */
function change(sql: string): void {
  const raw = connect(database)
  raw.exec(sql)
  raw.close()
}

async function withServer<T>(answer: (server: Server) => void, use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer()
  answer(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

describe('svc-server doctor', { timeout: 60_000 }, () => {
  it('finds nothing wrong with a server that has run, and changes nothing', async () => {
    const names = ['svc.db', 'secret.key', 'server.lock']
    const before = names.map((name) => readFileSync(join(dataDir, name)))
    const { ok, of, checks } = await examine()
    expect([ok, of('configuration'), of('permissions'), of('secret.key')]).toEqual([
      true,
      ['ok: the configuration is valid'],
      [`ok: ${dataDir} belongs to the server alone`],
      ['ok: it is the key of this database'],
    ])
    expect(of('database')).toEqual([
      'ok: its integrity check found nothing',
      'ok: its tables are those of this version',
      expect.stringMatching(/^ok: .+svc\.db has \d+\.\d [KM]iB, its write-ahead log 0 bytes$/),
    ])
    expect(of('server')).toEqual([
      expect.stringMatching(/^ok: the server does not run; 127\.0\.0\.1:0 is free for it$/),
    ])
    expect(checks).toEqual([
      'configuration',
      'permissions',
      'disk',
      'database',
      'clock',
      'server',
      'public URL',
      'plugins',
      'secret.key',
      'last run',
      'backups',
    ])
    expect(names.map((name) => readFileSync(join(dataDir, name)))).toEqual(before)
  })

  it('prints lines with advice, and counts', async () => {
    chmodSync(dataDir, 0o755)
    rmSync(join(dataDir, 'secret.key'))
    const { text, exitCode } = (await program(['doctor'], environment())) as Report
    expect(exitCode).toBe(1)
    expect(text).toMatch(
      /\nwarning {2}permissions {4}other users of this machine may look into .+\n {24}-> chmod 700 .+\n/,
    )
    expect(text).toMatch(
      /\nPROBLEM {2}secret\.key {5}.+secret\.key is missing, and the database has secrets sealed with it\n/,
    )
    expect(text).toMatch(/\n\n1 problem, \d warnings?$/)
  })

  it('says that nothing is there yet', async () => {
    const { ok, of } = await examine({ SVC_SERVER__DATA_DIR: join(dataDir, 'unborn') })
    expect([ok, of('permissions'), of('secret.key')]).toEqual([
      true,
      [expect.stringMatching(/^warning: .+unborn does not exist yet/)],
      ['ok: the first start creates it'],
    ])
    expect(readdirSync(dataDir)).not.toContain('unborn')
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'an invalid value',
      { SVC_LOG__LEVEL: 'loud' },
      'problem: log.level in environment variable SVC_LOG__LEVEL must be one of',
    ],
    [
      'an invalid value of a plugin',
      { SVC_RATE_LIMIT__LOGIN_MAX: 'x' },
      'problem: rate_limit.login_max in environment',
    ],
    ['an unknown name', { SVC_LOG__LEVELL: 'info' }, 'warning: unknown environment variable SVC_LOG__LEVELL'],
  ])('names %s of the configuration', async (_, env, words) => {
    const { of } = await examine(env)
    expect(of('configuration')[0]).toContain(words)
  })

  it('finds a damaged database', async () => {
    const bytes = readFileSync(database)
    bytes.fill(0x5a, 4096, bytes.length)
    writeFileSync(database, bytes)
    const { ok, of } = await examine()
    expect([ok, of('database')]).toEqual([
      false,
      [expect.stringMatching(/^problem: it (?:is damaged|cannot be read): /)],
    ])
  })

  it('finds a text in its place', async () => {
    writeFileSync(database, 'dear diary\n'.repeat(1000))
    const { ok, of } = await examine()
    expect([ok, of('database')]).toEqual([false, ['problem: it cannot be read: file is not a database']])
  })

  it.each([
    ['PRAGMA user_version = 99', 'problem: a newer version of this program wrote it'],
    [
      "INSERT INTO kernel_migrations VALUES ('system', '999-later', 0)",
      'problem: a newer version of this program wrote it: it has step system/999-later',
    ],
  ])('finds a newer database: %s', async (sql, words) => {
    change(sql)
    expect((await examine()).of('database')).toContain(words)
  })

  it('tells what an upgrade will migrate', async () => {
    change("DELETE FROM kernel_migrations WHERE name = '002-runs'")
    expect((await examine()).of('database')).toContain('ok: the next start migrates it: system/002-runs')
  })

  it('finds a large write-ahead log', async () => {
    writeFileSync(`${database}-wal`, '')
    truncateSync(`${database}-wal`, 300 * 1024 * 1024)
    expect((await examine()).of('database')).toContain('warning: its write-ahead log has 300.0 MiB')
  })

  it('finds a clock that was set back', async () => {
    change('UPDATE kernel_migrations SET applied_at = 99999999999')
    expect((await examine()).of('clock')).toEqual([
      expect.stringMatching(/^problem: it is .+, but the database was migrated at 5138-/),
    ])
    change(
      'UPDATE kernel_migrations SET applied_at = 0; INSERT INTO system_runs (started_at, seen_at) VALUES (0, 99999999999)',
    )
    expect((await examine()).of('last run')).toEqual([expect.stringContaining('the clock was set back')])
  })

  it.each<[string, () => void, string]>([
    ['missing', () => rmSync(join(dataDir, 'secret.key')), 'is missing, and the database has secrets'],
    [
      'another one',
      () => writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32)),
      'is not the key of this database',
    ],
    ['half', () => truncateSync(join(dataDir, 'secret.key'), 16), 'is not a key: it has 16 bytes'],
    ['readable by others', () => chmodSync(join(dataDir, 'secret.key'), 0o644), 'other users may read'],
  ])('finds a secret.key that is %s', async (_, damage, words) => {
    damage()
    const [finding] = (await examine()).of('secret.key')
    expect(finding).toContain(words)
  })

  it.runIf(isRoot)('finds files of another user', async () => {
    chownSync(join(dataDir, 'svc.db'), 65534, 65534)
    expect((await examine()).of('permissions')).toEqual([
      expect.stringMatching(/^problem: .+svc\.db\b.* belong to another user than /),
    ])
  })

  it.runIf(isRoot)('finds a disk that is almost full', async () => {
    const small = join(dataDir, 'small')
    mkdirSync(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=700', 'tmpfs', small])
    try {
      const { ok, of } = await examine({ SVC_SERVER__DATA_DIR: small })
      expect([ok, of('disk')]).toEqual([false, [`problem: only 32.0 MiB are free in ${small}`]])
    } finally {
      execFileSync('umount', [small])
    }
  })

  it('finds a port that another program uses', async () => {
    await withServer(
      () => {},
      async (port) => {
        const { ok, of } = await examine({ SVC_SERVER__LISTEN: `127.0.0.1:${port}` })
        const words = `problem: the server does not run, and server.listen 127.0.0.1:${port} is already in use`
        expect([ok, of('server')]).toEqual([false, [words]])
      },
    )
  })

  it('asks a server that runs', async () => {
    const kernel = await createTestKernel({ plugins: [] })
    const { host } = new URL(await kernel.listen())
    writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
    expect((await examine({ SVC_SERVER__LISTEN: host })).of('server')).toEqual([
      `ok: process ${process.pid} answers on ${host}, and all its plugins run`,
    ])
    await kernel.close()
    const [silent] = (await examine({ SVC_SERVER__LISTEN: host })).of('server')
    expect(silent).toContain(`problem: process ${process.pid} runs, but does not answer on ${host}: `)
    // The process of a crash is no server.
    writeFileSync(join(dataDir, 'server.pid'), '999999999\n')
    expect((await examine()).of('server')[0]).toContain('the server does not run')
  })

  it('names the plugins of a running server that do not run', async () => {
    const broken = { id: 'broken', setup: () => Promise.reject(new Error('boom')) }
    const kernel = await createTestKernel({ plugins: [broken], tolerant: true })
    const { host } = new URL(await kernel.listen())
    writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
    const [finding] = (await examine({ SVC_SERVER__LISTEN: host })).of('server')
    expect(finding).toContain('but not all its plugins run: broken (failed)')
    await kernel.close()
  })

  it('opens the public URL', async () => {
    const found = await withServer(
      (server) =>
        server.on('request', ({ url = '' }, reply) => {
          reply.writeHead(url.startsWith('/else') ? 404 : 200).end('ok')
        }),
      async (port) => {
        const url = `http://127.0.0.1:${port}`
        const findings = []
        for (const one of [url, `${url}/else`, 'http://127.0.0.1:9']) {
          findings.push(...(await examine({ SVC_SERVER__PUBLIC_URL: one })).of('public URL'))
        }
        return findings
      },
    )
    expect(found).toEqual([
      expect.stringMatching(/^ok: this server answers at http:/),
      expect.stringContaining('answers with status 404, and not as this server does'),
      expect.stringMatching(/^warning: http:\/\/127\.0\.0\.1:9 cannot be reached from here: /),
    ])
  })

  it('finds an installed plugin that is refused', async () => {
    const folder = join(dataDir, 'plugins/node_modules/svc-plugin-old')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'svc-plugin-old', version: '1.0.0', svc: { kind: 'plugin', sdk: '^0.1' } }),
    )
    const { ok, of } = await examine()
    expect([ok, of('plugins')]).toEqual([
      false,
      [expect.stringMatching(/^problem: old is refused: .*needs plugin SDK \^0\.1/)],
    ])
  })

  it('accepts --json only', async () => {
    await expect(program(['doctor', '--yaml'], environment())).rejects.toMatchObject({
      exitCode: 1,
      message: 'usage: svc-server doctor [--json]',
    })
  })
})
