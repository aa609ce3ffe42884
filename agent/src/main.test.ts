import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilityBits, MissedReport, Report, ReportsKept, ReportsMissing, SystemInfo, toMask } from '@svc/protocol'
import { parse } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, startFakeServer } from './testing.ts'

const main = new URL('main.ts', import.meta.url).href
const source = `import('${main}').then(({ main }) => main(process.argv.slice(1)))`

interface Run {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  /** exit code, or the name of the signal that ended it */
  readonly exit: Promise<number | string>
}

let folder: string
let runs: Run[]
let server: FakeServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-program-'))
  runs = []
})
afterEach(async () => {
  for (const { child } of runs) child.kill('SIGKILL')
  await Promise.all(runs.map(({ exit }) => exit))
  await server?.close()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

function run(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Run {
  const flags = ['--conditions', 'svc-source', '--input-type', 'module', '--eval', source, '--']
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const environment = { PATH, HOME, NODE_COMPILE_CACHE, ...env }
  const child = spawn(process.execPath, [...flags, ...args], { cwd: folder, env: environment })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const exit = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
  )
  const started = { child, output, exit }
  runs.push(started)
  return started
}

const code = 'the-one-time-code-0123456789'
const configure = (url: string, enrollmentCode = code) =>
  writeFileSync(
    join(folder, 'agent.toml'),
    `# mine\nserver_url = "${url}"\nenrollment_code = "${enrollmentCode}"\nstate_dir = "${folder}/state"\n`,
  )
const storedToken = () => parse(readFileSync(join(folder, 'agent.toml'), 'utf8')).token

/** A server that lets in the tokens that were claimed with the right code. `onClaim` may take the answer over. */
async function enrolling(
  onClaim: (nth: number) => 'answer' | 'commit and stay silent' | 'stay silent' = () => 'answer',
) {
  const claimed = new Set<string>()
  const seen: string[] = []
  const http: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const token = JSON.parse(body).proposed_run_token
    seen.push(token)
    if (request.headers.authorization !== `Bearer ${code}`) return void response.writeHead(401).end()
    const reaction = onClaim(seen.length)
    if (reaction !== 'stay silent') claimed.add(token)
    if (reaction === 'answer') response.end('{"data":{"server_id":"s"}}')
  }
  server = await startFakeServer({ accepts: (token) => claimed.has(token), http })
  return { server, seen }
}

describe('the program', { timeout: 60_000 }, () => {
  it.each([
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['--help'], /--deny-cap NAME/],
    [['--help'], /^ {2}svc-agent passkey list$/m],
  ])('answers %s', async (args, expected) => {
    const { exit, output } = run(args)
    expect(await exit).toBe(0)
    expect(output.out).toMatch(expected)
  })

  it('runs the command of a plugin, with its own arguments, and prints why it failed', async () => {
    mkdirSync(join(folder, 'state'))
    const config = join(folder, 'commands.toml')
    writeFileSync(config, `server_url = "https://svc.example.com"\nstate_dir = "${folder}/state"\n`)
    const listed = run(['passkey', 'list', '--config', config])
    expect(await listed.exit).toBe(0)
    expect(listed.output).toEqual({ out: 'no passkeys\n', err: '' })
    const removed = run(['--config', config, 'passkey', 'remove', 'phone'])
    expect(await removed.exit).toBe(78)
    expect(removed.output.err).toBe('svc-agent: there is no passkey "phone"\n')
    const mistyped = run(['passkeys'])
    expect(await mistyped.exit).toBe(78)
    expect(mistyped.output.err).toContain('did you mean passkey?')
  })

  it('changes and lists grants beside a running agent, without its address', async () => {
    const { server } = await enrolling()
    configure(server.url)
    run()
    await server.next(SystemInfo)
    const env = { SVC_STATE_DIR: join(folder, 'state') }
    const config = join(folder, 'commands.toml')
    writeFileSync(config, '')
    const granted = run(['grant', 'exec', '--for', '5m', '--reason', 'a test', '--config', config], env)
    expect(await granted.exit).toBe(0)
    expect(granted.output.out).toMatch(/^granted exec for 5m, until /)
    expect(granted.output.err).not.toContain('not running')
    const listed = run(['list', '--config', config], env)
    expect(await listed.exit).toBe(0)
    expect(listed.output.out).toMatch(/^exec .* a test$/m)
    expect(listed.output.err).toBe('')
  })

  it.each<[string[], NodeJS.ProcessEnv, string]>([
    [
      [],
      {},
      'svc-agent: server_url is required: set it to a non-empty string in the configuration file or in SVC_SERVER_URL\n',
    ],
    [['--fast'], {}, "svc-agent: Unknown option '--fast'"],
    [['--config', 'none.toml'], {}, 'none.toml: ENOENT'],
    [
      ['--deny-cap', 'exce'],
      { SVC_SERVER_URL: 'http://127.0.0.1:1' },
      'unknown capability "exce" in --deny-cap; did you mean exec?',
    ],
    [[], { SVC_SERVER_URL: 'http://127.0.0.1:1', SVC_LOG__FILE: '/dev/null/x' }, 'cannot write log.file /dev/null/x'],
    [[], { SVC_SERVER_URL: 'http://127.0.0.1:1', SVC_STATE_DIR: '/dev/null/x' }, 'state_dir /dev/null/x must be'],
    [
      [],
      { SVC_SERVER_URL: 'http://127.0.0.1:1', SVC_LOG__FILE: '/proc/none/x/log' },
      'cannot write log.file /proc/none/x/log',
    ],
    [[], { SVC_SERVER_URL: 'http://127.0.0.1:1', SVC_STATE_DIR: '/proc/none/x' }, 'state_dir /proc/none/x must be'],
    [
      [],
      { SVC_SERVER_URL: 'http://127.0.0.1:1', SVC_STATE_DIR: 'state' },
      'no token and no enrollment_code configured',
    ],
    [['--deny-cap'], {}, 'argument missing'],
  ])('exits with code 78 and a one-line message: %j %j', async (args, env, sentence) => {
    const { exit, output } = run(args, env)
    expect(await exit).toBe(78)
    expect(output.err).toContain(sentence)
    expect(output.err.trim().split('\n')).toHaveLength(1)
  })

  it('enrols, offers the default capabilities whose plugins are installed, reports, and closes at SIGTERM with code 0; no secret is logged', async () => {
    const { server } = await enrolling()
    configure(server.url)
    const { child, exit, output } = run()
    const { agent_local_capabilities: offered } = await server.next(SystemInfo)
    // firewall_block needs programs that not every host has
    expect(Number(offered) & ~capabilityBits.firewall_block).toBe(
      toMask(['security_events', 'ip_quality', 'ping_icmp', 'ping_tcp', 'ping_http']),
    )
    expect((await server.next(Report)).uptime).toBeGreaterThan(0)
    const socket = await server.connection(1)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    child.kill('SIGTERM')
    expect([await exit, await closed]).toEqual([0, 1000])
    expect(output.err).toBe('')
    expect(output.out).toContain('"msg":"agent stopped"')
    expect(output.out).not.toContain(code)
    expect(output.out).not.toContain(String(storedToken()))
  })

  it('writes its log to the configured file and reopens it on SIGHUP', async () => {
    const { server } = await enrolling()
    configure(server.url)
    const file = join(folder, 'agent.log')
    const { child, exit, output } = run([], { SVC_LOG__FILE: file })
    await server.next(SystemInfo)
    rmSync(file)
    child.kill('SIGHUP')
    await server.next(Report)
    child.kill('SIGINT')
    expect(await exit).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('agent stopped')
    expect(output.out).toBe('')
  })

  it('sends a restarted server the reports made in between', async () => {
    const minute = 1_767_225_600
    let first: number | undefined
    /** Shows 00:00:52 when the agent comes for the first time, so that the minute ends while nobody listens. */
    const serverTime = () => {
      first ??= performance.now()
      return Math.floor((minute + 52) * 1000 + performance.now() - first)
    }
    const token = 'a-run-token-that-was-made-before-0123456789'
    server = await startFakeServer({ accepts: token, serverTime })
    const { url } = server
    writeFileSync(
      join(folder, 'agent.toml'),
      `server_url = "${url}"\ntoken = "${token}"\nstate_dir = "${folder}/state"\n`,
    )
    const { child, exit, output } = run()
    expect(await server.next(ReportsKept)).toMatchObject({ minutes: [] })
    expect(await server.next(Report)).toMatchObject({ seq: 1 })
    await server.close()
    await vi.waitFor(() => expect(serverTime()).toBeGreaterThan((minute + 61) * 1000), 30_000)

    server = await startFakeServer({ accepts: token, serverTime, port: Number(new URL(url).port) })
    const { minutes, running_seconds, seq } = await server.next(ReportsKept)
    expect(minutes).toEqual([minute])
    expect(Number(seq)).toBeGreaterThanOrEqual(3)
    expect(running_seconds).toBeGreaterThanOrEqual(3)
    server.send(ReportsMissing, { minutes })
    const missed = await server.next(MissedReport)
    expect(missed.minute).toBe(minute)
    expect(missed.mem_used).toBeGreaterThan(0)
    const next = await server.next(Report)
    expect(Number(next.seq)).toBeGreaterThan(Number(missed.seq))
    expect(next.net_in_transfer).toBeGreaterThanOrEqual(missed.net_in_transfer)
    expect(next.disk_io ?? []).toEqual([])
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(output.err).toBe('')
  })

  it('leaves with 78 at a rejected code and enrols after it was corrected, with the same token', async () => {
    const { server, seen } = await enrolling()
    configure(server.url, 'mistyped-code-0123456789')
    const first = run()
    expect(await first.exit).toBe(78)
    expect(first.output.err).toContain('the server rejected the enrollment code (status 401)')
    const token = storedToken()

    const text = readFileSync(join(folder, 'agent.toml'), 'utf8')
    writeFileSync(join(folder, 'agent.toml'), text.replace('mistyped-code-0123456789', code))
    run()
    await server.next(SystemInfo)
    expect(seen).toEqual([token, token])
  })

  it.each(['commit and stay silent', 'stay silent'] as const)(
    'killed while the claim is under way (server: %s) comes back as the same agent',
    async (reaction) => {
      let arrived: () => void = () => {}
      const claim = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const { server, seen } = await enrolling((nth) => {
        arrived()
        return nth === 1 ? reaction : 'answer'
      })
      configure(server.url)
      const first = run()
      await claim
      first.child.kill('SIGKILL')
      expect(await first.exit).toBe('SIGKILL')
      const token = storedToken()

      run()
      await server.next(SystemInfo)
      expect(new Set(seen)).toEqual(new Set([token]))
      expect(seen).toHaveLength(reaction === 'stay silent' ? 2 : 1)
    },
  )
})
