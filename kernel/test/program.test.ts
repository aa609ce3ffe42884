import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { program } from '../src/program.ts'
import { createTestKernel } from '../src/testing.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-program-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  SVC_SERVER__DATA_DIR: join(dir, 'data'),
  SVC_SERVER__LISTEN: '127.0.0.1:0',
  ...env,
})

describe('the command line', { timeout: 60_000 }, () => {
  it('prints version and help', async () => {
    expect(await program(['--version'], {})).toMatch(/^\d+\.\d+\.\d+$/)
    const help = await program(['--help'], {})
    expect(help).toContain('--config FILE')
    expect(help).toContain('svc-server --demo [--config FILE]')
    expect(help).toContain('svc-server reset-password [--username VALUE]')
  })

  it.each<[string, string[], Record<string, string>, number, string]>([
    [
      'an invalid value',
      [],
      { SVC_LOG__LEVEL: 'loud' },
      78,
      'log.level in environment variable SVC_LOG__LEVEL must be one of trace, debug, info, warn, error, not "loud"',
    ],
    [
      'a missing configuration file',
      ['--config', '/nowhere.toml'],
      {},
      78,
      'cannot read the configuration file /nowhere.toml',
    ],
    ['--config without a file name', ['--config'], {}, 78, '--config needs a file name'],
    ['an unknown option', ['--colour'], {}, 78, 'unknown option --colour; see svc-server --help'],
    [
      'a mode with a command',
      ['--demo', 'routes'],
      {},
      78,
      '--demo runs the server; it does not go with the command routes',
    ],
    ['an unknown command', ['reset-pasword'], {}, 1, 'unknown command reset-pasword; did you mean reset-password?'],
    [
      'an unknown option of a command',
      ['reset-password', '--user=x'],
      {},
      1,
      "reset-password: Unknown option '--user'",
    ],
    [
      'a data directory that is a file',
      [],
      { SVC_SERVER__DATA_DIR: '/dev/null/x' },
      78,
      'the data directory /dev/null/x is not writable',
    ],
    [
      'a data directory that cannot be created',
      [],
      { SVC_SERVER__DATA_DIR: '/proc/none/x' },
      78,
      'the data directory /proc/none/x is not writable',
    ],
    [
      'a key of an optional plugin, when it starts',
      [],
      { SVC_RATE_LIMIT__REGISTER_MAX: 'many' },
      78,
      'rate_limit.register_max in environment variable SVC_RATE_LIMIT__REGISTER_MAX must be an integer of at least 0',
    ],
    [
      'a key of an optional plugin, when the configuration is checked',
      ['config', 'check'],
      { SVC_RATE_LIMIT__REGISTER_MAX: 'many' },
      78,
      'rate_limit.register_max in environment variable SVC_RATE_LIMIT__REGISTER_MAX must be an integer of at least 0',
    ],
    ['a log file that cannot be written', [], { SVC_LOG__FILE: '/dev/null/x/svc.log' }, 78, 'cannot be written'],
    ['an unknown config command', ['config', 'show'], {}, 1, 'usage: svc-server config check'],
    ['an argument of the health check', ['health', 'now'], {}, 1, 'usage: svc-server health'],
    ['the health of a server that does not run', ['health'], {}, 1, 'the server does not answer on 127.0.0.1:'],
    ['an unknown plugin command', ['plugin', 'install'], {}, 1, 'usage: svc-server plugin add'],
    ['an option instead of a package', ['plugin', 'add', '--global'], {}, 1, 'usage: svc-server plugin add'],
  ])('exits with one sentence: %s', async (_, args, env, exitCode, sentence) => {
    const data = join(mkdtempSync(join(dir, 'refused-')), 'data')
    await expect(program(args, environment({ SVC_SERVER__DATA_DIR: data, ...env }))).rejects.toMatchObject({
      exitCode,
      message: expect.stringContaining(sentence),
    })
    // a server opens its database before it knows the keys of its plugins, a command does not
    if (args.length > 0) expect(existsSync(data)).toBe(false)
  })

  it('checks the configuration, and creates nothing', async () => {
    const env = { SVC_SERVER__DATA_DIR: join(dir, 'unborn'), SVC_RATE_LIMIT__LOGIN_MAXX: '3' }
    const checked = await program(['config', 'check'], env)
    expect(String(checked).split('\n')).toEqual([
      'warning: unknown environment variable SVC_RATE_LIMIT__LOGIN_MAXX; did you mean SVC_RATE_LIMIT__LOGIN_MAX?',
      'the configuration is valid',
    ])
    expect(existsSync(join(dir, 'unborn'))).toBe(false)
  })

  it('checks whether the server answers, also one that listens on all addresses', async () => {
    const kernel = await createTestKernel({ plugins: [], config: { server: { listen: '0.0.0.0:0' } } })
    const { port } = new URL(await kernel.listen())
    const env = environment({ SVC_SERVER__LISTEN: `0.0.0.0:${port}` })
    expect(await program(['health'], env)).toBe(`the server answers on 0.0.0.0:${port}`)
    await kernel.close()
  })

  it('lists third-party plugins', async () => {
    expect(await program(['plugin', 'list'], environment())).toBe('no third-party plugins are installed')
  })

  it('reports a port that is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const kernel = await createTestKernel({ plugins: [], config: { server: { listen: `127.0.0.1:${port}` } } })
    await expect(kernel.listen()).rejects.toMatchObject({
      exitCode: 1,
      message: `server.listen 127.0.0.1:${port} is already in use`,
    })
    taken.close()
    await kernel.close()
  })

  it('reports a file that is not a database', async () => {
    mkdirSync(join(dir, 'odd'))
    writeFileSync(join(dir, 'odd/svc.db'), 'this is a letter to my mother, long enough to be read')
    const boot = createTestKernel({ plugins: [], dataDir: join(dir, 'odd') })
    await expect(boot).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/svc\.db cannot be opened: file is not a database$/),
    })
  })
})

describe('the process', { timeout: 60_000 }, () => {
  const args = ['--conditions=svc-source', fileURLToPath(new URL('../src/main.ts', import.meta.url))]

  it('exits with 78 and one line on an invalid value', async () => {
    const options = { env: environment({ SVC_SERVER__LISTEN: 'here' }) }
    const ended = await new Promise<unknown[]>((resolve) =>
      execFile(process.execPath, args, options, (error, out, err) => resolve([error?.code, out, err])),
    )
    expect(ended).toEqual([
      78,
      '',
      expect.stringMatching(/^svc-server: server\.listen in environment variable [^\n]+\n$/),
    ])
  })

  it('listens, and shuts down cleanly on a signal', async () => {
    const config = join(dir, 'own.toml')
    const logFile = join(dir, 'own.log')
    writeFileSync(config, `[log]\nlevel = "info"\nfile = "${logFile}"\n`)
    const env = environment({ SVC_SERVER__DATA_DIR: join(dir, 'own') })
    const child = spawn(process.execPath, [...args, '--config', config], { env })
    let log = ''
    const url = await new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => {
        log += chunk
        const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log) ?? []
        if (address) resolve(address)
      }),
    )
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(statSync(join(dir, 'own/svc.db')).mode & 0o777).toBe(0o600)
    const second = new Promise<string>((resolve) =>
      execFile(process.execPath, args, { env }, (_, __, err) => resolve(err)),
    )
    expect(await second).toMatch(
      new RegExp(`^svc-server: another server uses the data directory .+ \\(process ${child.pid}\\)\\n$`),
    )
    await vi.waitUntil(() => log.includes('admin password: '))
    expect(log.indexOf('admin password: ')).toBeGreaterThan(log.indexOf('listening on'))
    renameSync(logFile, `${logFile}.1`)
    child.kill('SIGHUP')
    await vi.waitUntil(() => existsSync(logFile))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(readFileSync(logFile, 'utf8')).toContain('"signal":"SIGTERM"')
    expect(readFileSync(`${logFile}.1`, 'utf8')).toContain('listening on')
    expect(readFileSync(`${logFile}.1`, 'utf8') + readFileSync(logFile, 'utf8')).not.toContain('admin password')
    expect(log).toContain('"signal":"SIGTERM"')
  })

  it('goes on when nobody reads what it prints any more', async () => {
    const often = join(dir, 'often.mjs')
    writeFileSync(often, "setInterval(() => process.stderr.write('a warning\\n'), 5).unref()")
    const env = environment({ SVC_SERVER__DATA_DIR: join(dir, 'often'), NODE_OPTIONS: `--import=${often}` })
    const child = spawn(process.execPath, args, { env })
    const url = await new Promise<string>((resolve) => {
      let log = ''
      child.stdout.on('data', (chunk) => {
        log += chunk
        const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log) ?? []
        if (address) resolve(address)
      })
    })
    child.stdout.destroy()
    child.stderr.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('backs up beside a running server, and restores when it is stopped, whatever became of the database', async () => {
    const env = environment({ SVC_SERVER__DATA_DIR: join(dir, 'backed') })
    const run = (...command: string[]) => program(command, env)
    const child = spawn(process.execPath, args, { env })
    let log = ''
    child.stdout.on('data', (chunk) => {
      log += chunk
    })
    await vi.waitUntil(() => log.includes('listening on'))
    const file = join(dir, 'copy.db')
    expect(await run('backup', file)).toContain(`Wrote ${file}`)
    await expect(run('backup', file)).rejects.toThrow(`${file} exists already`)
    await expect(run('backup')).rejects.toThrow('usage: svc-server backup FILE')
    await expect(run('restore', file)).rejects.toThrow(`(process ${child.pid})`)
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    const database = join(dir, 'backed/svc.db')
    writeFileSync(database, 'damaged')
    await expect(run('restore', database)).rejects.toThrow('This is not an SQLite database')
    await expect(run('restore', join(dir, 'missing.db'))).rejects.toThrow('missing.db is not a file')
    expect(await run('restore', file)).toContain(`the former database is kept as ${database}.pre-restore-`)
    expect(readFileSync(database).equals(readFileSync(file))).toBe(true)
    rmSync(join(dir, 'backed'), { recursive: true })
    await expect(run('backup', join(dir, 'none.db'))).rejects.toThrow('there is no database')
    expect(await run('restore', file)).toBe('Restored. Start the server.')
  })
})
