import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepAgent } from './start/keep-agent.mjs'
import { agentEnv, agentFile, prepareAgent } from './start/local-agent.mjs'
import { launch } from './start/program.mjs'
import { box, passwordIn, readable } from './start/screen.mjs'
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

  it('gets another code as long as it has no token, in case the first was never used', async () => {
    const offers = makeOffers()
    await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    const file = await prepareAgent({ dataDir, serverUrl, newCode: offers.newCode })
    expect(readFileSync(file, 'utf8').match(/enrollment_code = .*/g)).toEqual(['enrollment_code = "code-2"'])
  })

  it('keeps its token, follows a moved server and asks for no code', async () => {
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

  it('gets a fresh code beside its token when the old one is stale', async () => {
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

  it('writes nothing when no code can be had', async () => {
    const newCode = () => Promise.reject(new Error('no code'))
    await expect(prepareAgent({ dataDir, serverUrl, newCode })).rejects.toThrow('no code')
    expect(() => statSync(agentFile(dataDir))).toThrow('ENOENT')
  })

  it('does not inherit settings that are meant for the server', () => {
    const env = { PATH: '/bin', SVC_SERVER__LISTEN: 'x', SVC_TOKEN: 'x', SVC_LOG__FILE: 'x', SVC_LOG__LEVEL: 'debug' }
    expect(agentEnv(env)).toEqual({ PATH: '/bin', SVC_LOG__LEVEL: 'debug' })
  })
})

describe('the local agent that ends', () => {
  const rejected =
    'svc-agent: the server rejected the enrollment code (status 401): it is mistyped, expired or already used'

  /** Keeps programs in place of the agent; each leaves with the next exit code after its sentence on standard error. */
  async function keep(...runs: { code: number; sentence: string }[]) {
    const halt = new AbortController()
    const said: string[] = []
    let renewed = 0
    const left = [...runs]
    await keepAgent({
      start(onLine) {
        const { code, sentence } = left.shift() ?? { code: 1, sentence: '' }
        return launch(['-e', `console.error(${JSON.stringify(sentence)}); process.exit(${code})`], { env: {}, onLine })
      },
      renewCode: async () => ++renewed,
      halt: halt.signal,
      say(sentence) {
        said.push(sentence)
        halt.abort()
      },
    })
    return { said, renewed, started: runs.length - left.length }
  }
  const off = [expect.stringContaining('stays off')]

  it('gets a fresh code, once, when its code was rejected', async () => {
    const run = { code: 78, sentence: rejected }
    expect(await keep(run, run, run)).toEqual({ said: off, renewed: 1, started: 2 })
  })

  it('stays off without a fresh code when it refuses for another reason', async () => {
    const run = { code: 78, sentence: 'svc-agent: log.level must be one of debug, info, warn, error' }
    expect(await keep(run, run)).toEqual({ said: off, renewed: 0, started: 1 })
  })

  it('stays off when the fresh code was of use and another reason comes up', async () => {
    const other = { code: 78, sentence: 'svc-agent: state_dir must be a folder the agent can write to' }
    expect(await keep({ code: 78, sentence: rejected }, other, other)).toEqual({ said: off, renewed: 1, started: 2 })
  })

  it('starts again when it died, without a fresh code', async () => {
    expect(await keep({ code: 1, sentence: rejected })).toEqual({
      said: [expect.stringContaining('ended with code 1; it starts again in 1 s')],
      renewed: 0,
      started: 1,
    })
  })
})

describe('the screen', () => {
  it('shows a log line the way a person reads it', () => {
    const line = JSON.stringify({ level: 'warn', time: '2026-01-01T10:00:00.000Z', plugin: 'auth', msg: 'careful' })
    expect(readable('server', line)).toMatch(/^\d\d:\d\d:\d\d {2}server\/auth {2}warn {2}careful$/)
    expect(readable('server', 'Error: plain')).toBe('server  Error: plain')
  })

  it('finds the once-only password', () => {
    expect(passwordIn('{"level":"info","msg":"admin password: aB3-_x"}')).toBe('aB3-_x')
    expect(passwordIn('{"msg":"ready"}')).toBeUndefined()
  })

  it('draws a box as wide as its longest line', () => {
    expect(
      box(['ab', 'abcd'])
        .split('\n')
        .map((line) => line.length),
    ).toEqual([10, 10, 10, 10])
  })
})

describe('the address for the local agent', () => {
  it.each([
    ['0.0.0.0:9527', 'http://127.0.0.1:9527'],
    ['[::]:80', 'http://127.0.0.1:80'],
    ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
    ['[::1]:9527', 'http://[::1]:9527'],
  ])('%s is %s', (listen, url) => expect(localUrl(listen)).toBe(url))
})
