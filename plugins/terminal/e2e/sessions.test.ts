import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onboard } from '@svc/e2e/enrol'
import { connect, type Peer } from '@svc/e2e/peer'
import { cleanEnv, type Program, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const password = 'correct horse battery staple'
let server: Server
let admin: Session
let serverId: string
let directory: string
let agent: Program

/** A command of the agent beside the running one. */
const command = async (...args: string[]) => {
  const program = join(repository, 'agent/bin/svc-agent.js')
  const config = join(directory, 'agent.toml')
  const { code } = await run([program, ...args, '--config', config], { cwd: directory, env: cleanEnv() }).exited
  expect(code).toBe(0)
}
const grant = (time: string) => command('grant', 'terminal', '--for', time)

const socketOf = (headers: Record<string, string>): Promise<Peer> =>
  connect(`${server.url.replace(/^http/, 'ws')}/api/ws/terminal/${serverId}?resumable=true`, {
    origin: server.url,
    ...headers,
  })

const marked = (mark: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`SHELL_MARK=${mark}`)
    } catch {
      return false
    }
  })

/** A session whose shell has started. */
async function opened(headers: Record<string, string> = { cookie: admin.cookie }) {
  const socket = await until('the host to allow it', () => socketOf(headers).catch(() => undefined))
  await socket.frame('started')
  return socket
}

/** A session whose shell runs programs, one of which ignores the hangup. */
async function working(headers: Record<string, string>) {
  const mark = randomUUID()
  const socket = await opened(headers)
  type(socket, `export SHELL_MARK=${mark}; (trap "" HUP; sh -c "sleep 1000; :") & sleep 1000\n`)
  await until('the programs to run', () => marked(mark).length >= 3)
  return {
    async ends(...reasons: string[]) {
      await socket.closed
      await until('the processes to end', () => marked(mark).length === 0)
      const path = '/api/audit-logs?action=terminal_closed'
      const read = () => admin.get<{ entries: { detail: string }[] }>(path).catch(() => undefined)
      const log = await until('the server to answer', read)
      const entry = { close_reason: expect.stringMatching(`^(${reasons.join('|')})$`), server_id: serverId }
      expect(JSON.parse(log.entries[0]?.detail ?? '{}')).toMatchObject(entry)
    },
  }
}

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'granted-host')
  serverId = server_id
  directory = stage.directory()
  const config = { terminal: { shell: '/bin/sh' } }
  agent = stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config })
  await agent.line(/"connected"/)
})

const type = (socket: Peer, text: string) => socket.send({ type: 'input', data: Buffer.from(text).toString('base64') })
const bytesOf = ({ data }: Readonly<Record<string, unknown>>) => Buffer.from(String(data), 'base64')

/** Megabytes of memory. */
const memoryOf = ({ pid }: Program) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
/** Empty if the process has ended. */
function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
const processOf = (mark: string, name: string) => marked(mark).find((pid) => nameOf(pid) === name)
/** Bytes that a process has written. */
const writtenBy = (pid: string) => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])

describe('endless output', () => {
  it('of a page that does not read takes no memory, and Ctrl-C gets through', async () => {
    await grant('1h')
    const socket = await opened()
    const mark = randomUUID()
    const before = [agent, server].map(memoryOf)
    type(socket, `SHELL_MARK=${mark} cat /dev/zero\n`)
    const pid = await until('the program to run', () => processOf(mark, 'cat'))
    socket.socket.pause()
    let last = -1
    await until('the program to wait', () => {
      const now = writtenBy(pid)
      const isStill = now === last && now > 0
      last = now
      return isStill
    })
    // Without limits it is hundreds of megabytes by now.
    expect(last).toBeLessThan(32 * 1024 * 1024)
    const grown = [agent, server].map((program, index) => memoryOf(program) - (before[index] ?? 0))
    expect(Math.max(...grown)).toBeLessThan(64)
    type(socket, '\u0003')
    await until('the program to end', () => processOf(mark, 'cat') === undefined)
    socket.close()
  })

  it('of 64 MB arrives whole at a page that reads, without memory', async () => {
    await grant('1h')
    const socket = await opened()
    let received = 0
    let tail = ''
    socket.socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Record<string, unknown>
      if (frame.type !== 'output') return
      const bytes = bytesOf(frame)
      received += bytes.length
      tail = (tail + bytes.toString('latin1')).slice(-20)
      socket.send({ type: 'output_shown', bytes: bytes.length })
    })
    const before = [agent, server].map(memoryOf)
    type(socket, 'stty -echo; head -c 67108864 /dev/zero; echo "the-end=$((6*7))"\n')
    await until('all output', () => tail.includes('the-end=42'))
    expect(received).toBeGreaterThan(67_108_864)
    const grown = [agent, server].map((program, index) => memoryOf(program) - (before[index] ?? 0))
    expect(Math.max(...grown)).toBeLessThan(64)
    socket.send({ type: 'close' })
    await socket.closed
  })
})

describe('a session ends with everything it runs', () => {
  it('when the grant expires', async () => {
    await grant('1h')
    const session = await working({ cookie: admin.cookie })
    await grant('2s')
    await session.ends('agent_capability_disabled')
  })

  it('when the grant is revoked on the host', async () => {
    await grant('1h')
    const session = await working({ cookie: admin.cookie })
    await command('revoke', 'terminal')
    await session.ends('agent_capability_disabled')
  })

  it('when its user is no admin any more, and when its key is deleted', async () => {
    await grant('1h')
    const { id } = await admin.send<{ id: string }>('POST', '/api/users', { username: 'olga', password, role: 'admin' })
    const olga = await signIn(server.url, 'olga', password)
    const session = await working({ cookie: olga.cookie })
    const key = await olga.send<{ id: string; key: string }>('POST', '/api/auth/api-keys', { name: 'script' })
    const other = await working({ 'x-api-key': key.key })
    await olga.send('DELETE', `/api/auth/api-keys/${key.id}`)
    await other.ends('credential_revoked')
    await admin.send('PUT', `/api/users/${id}`, { role: 'member' })
    await session.ends('credential_revoked')
    await expect(socketOf({ cookie: olga.cookie })).rejects.toThrow('403')
  })

  it('when the plugin is disabled', async () => {
    const session = await working({ cookie: admin.cookie })
    await admin.send('PUT', '/api/plugins/terminal', { enabled: false })
    // The server restarts, and closes the sockets of the page and of the agent at once.
    await session.ends('server_disconnect', 'agent_disconnect')
  })
})
