import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepAgent } from './start/keep-agent.mjs'
import { agentEnv, agentFile, prepareAgent } from './start/local-agent.mjs'
import { launch } from './start/program.mjs'
import { box, formatLine, passwordIn } from './start/screen.mjs'
import { localUrl } from './start/settings.mjs'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-start-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function makeOffers() {
  let issued = 0
  return { newCode: async () => `code-${++issued}`, count: () => issued }
}

/** Logs what a process does with files that need to survive a power failure. */
const tracer = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { fsyncSync, renameSync } = fs
  fs.fsyncSync = (handle) => {
    console.log('flush ' + (fs.fstatSync(handle).isDirectory() ? 'folder' : 'file'))
    fsyncSync(handle)
  }
  fs.renameSync = (from, to) => {
    console.log('rename')
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  const { writeDurably } = await import(process.argv[1])
  writeDurably(process.argv[2], 'text')`

it('flushes the folder after the new file has its name', () => {
  const module = new URL('./start/durable-write.mjs', import.meta.url).href
  const file = join(dataDir, 'agent.toml')
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', tracer, module, file], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual(['flush file', 'rename', 'flush folder'])
  expect(readFileSync(file, 'utf8')).toBe('text')
})

describe('the local agent', () => {
  const serverUrl = 'http://127.0.0.1:9527'

  it('gets a code and a private file on the first start', async () => {
    const offers = makeOffers()
    const file = await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('server_url = "http://127.0.0.1:9527"')
    expect(text).toContain('enrollment_code = "code-1"')
    expect(text).toContain(`state_dir = "${join(dataDir, 'agent')}"`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'agent')).mode & 0o777).toBe(0o700)
  })

  it('gets another code while it has no token, because the first may not have been used', async () => {
    const offers = makeOffers()
    await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    const file = await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    expect(readFileSync(file, 'utf8').match(/enrollment_code = .*/g)).toEqual(['enrollment_code = "code-2"'])
  })

  it('keeps its token, follows a new server URL and requests no code', async () => {
    const offers = makeOffers()
    const file = await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    writeFileSync(file, `token = "the-run-token"\n${readFileSync(file, 'utf8')}[log]\nlevel = "debug"\n`)
    await prepareAgent({ dataDir, serverUrl: 'http://127.0.0.1:9999', newCode: offers.newCode })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('token = "the-run-token"')
    expect(text).toContain('server_url = "http://127.0.0.1:9999"')
    expect(text).toContain('[log]\nlevel = "debug"')
    expect(offers.count()).toBe(1)
  })

  it('gets a new code beside its token when the old one is stale', async () => {
    const offers = makeOffers()
    writeFileSync(
      await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode }),
      'token = "t"\nenrollment_code = "x"\n',
    )
    await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode, isCodeStale: true })
    const text = readFileSync(agentFile(dataDir), 'utf8')
    expect(text).toContain('token = "t"')
    expect(text).toContain('enrollment_code = "code-2"')
  })

  it('writes nothing when no code is available', async () => {
    const newCode = () => Promise.reject(new Error('no code'))
    await expect(prepareAgent({ dataDir, serverUrl, newCode })).rejects.toThrow('no code')
    expect(() => statSync(agentFile(dataDir))).toThrow('ENOENT')
  })

  it('does not inherit environment variables of the server', () => {
    const env = { PATH: '/bin', SVC_SERVER__LISTEN: 'x', SVC_TOKEN: 'x', SVC_LOG__FILE: 'x', SVC_LOG__LEVEL: 'debug' }
    expect(agentEnv(env)).toEqual({ PATH: '/bin', SVC_LOG__LEVEL: 'debug' })
  })
})

describe('restarting the local agent', () => {
  const rejected =
    'svc-agent: the server rejected the enrollment code (status 401): it is mistyped, expired or already used'

  /** Runs programs in place of the agent; each prints a message to standard error and exits with the given code. */
  async function keep(...runs: { code: number; sentence: string }[]) {
    const abort = new AbortController()
    const reports: string[] = []
    let renewed = 0
    const left = [...runs]
    await keepAgent({
      start(onLine) {
        const { code, sentence } = left.shift() ?? { code: 1, sentence: '' }
        return launch(['-e', `console.error(${JSON.stringify(sentence)}); process.exit(${code})`], { env: {}, onLine })
      },
      renewCode: async () => ++renewed,
      abort: abort.signal,
      report(message) {
        reports.push(message)
        abort.abort()
      },
    })
    return { reports, renewed, started: runs.length - left.length }
  }
  const off = [expect.stringContaining('is not running')]

  it('gets a new code, once, when its code was rejected', async () => {
    const run = { code: 78, sentence: rejected }
    expect(await keep(run, run, run)).toEqual({ reports: off, renewed: 1, started: 2 })
  })

  it('stays off without a new code on another configuration error', async () => {
    const run = { code: 78, sentence: 'svc-agent: log.level must be one of debug, info, warn, error' }
    expect(await keep(run, run)).toEqual({ reports: off, renewed: 0, started: 1 })
  })

  it('stays off on another configuration error after the new code worked', async () => {
    const other = { code: 78, sentence: 'svc-agent: state_dir must be a folder the agent can write to' }
    expect(await keep({ code: 78, sentence: rejected }, other, other)).toEqual({ reports: off, renewed: 1, started: 2 })
  })

  it('restarts without a new code after a crash', async () => {
    expect(await keep({ code: 1, sentence: rejected })).toEqual({
      reports: [expect.stringContaining('exited with code 1; restarting in 1 s')],
      renewed: 0,
      started: 1,
    })
  })
})

describe('the console output', () => {
  it('formats a log line for reading', () => {
    const line = JSON.stringify({ level: 'warn', time: '2026-01-01T10:00:00.000Z', plugin: 'auth', msg: 'careful' })
    expect(formatLine('server', line)).toMatch(/^\d\d:\d\d:\d\d {2}server\/auth {2}warn {2}careful$/)
    expect(formatLine('server', 'Error: plain')).toBe('server  Error: plain')
  })

  it('finds the first admin password', () => {
    expect(passwordIn('{"level":"info","msg":"admin password: aB3-_x"}')).toBe('aB3-_x')
    expect(passwordIn('{"msg":"ready"}')).toBeUndefined()
  })

  it('draws a box as wide as the longest line', () => {
    expect(
      box(['ab', 'abcd'])
        .split('\n')
        .map((line) => line.length),
    ).toEqual([10, 10, 10, 10])
  })
})

describe('the server URL for the local agent', () => {
  it.each([
    ['0.0.0.0:9527', 'http://127.0.0.1:9527'],
    ['[::]:80', 'http://127.0.0.1:80'],
    ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
    ['[::1]:9527', 'http://[::1]:9527'],
  ])('%s is %s', (listen, url) => expect(localUrl(listen)).toBe(url))
})
