import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent, type TestAgentOptions } from '@svc/agent/testing'
import {
  TerminalClose,
  TerminalError,
  TerminalInput,
  TerminalOpen,
  TerminalOutput,
  TerminalResize,
  TerminalStarted,
} from '@svc/plugin-terminal/wire'
import { StreamCredit } from '@svc/protocol'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import plugin from './index.ts'
import { sessionProcesses } from './session-processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'terminal-'))
const shell = join(folder, 'plain-sh')
writeFileSync(shell, '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 })

let agent: TestAgent
const start = async (terminal: object = {}, options: Partial<TestAgentOptions> = {}) => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['terminal'] }],
    config: { terminal: { shell, ...terminal } },
    allow: ['terminal'],
    ...options,
  })
}
afterEach(() => agent.close())
afterAll(() => rmSync(folder, { recursive: true }))

const open = (session_id: string, rows = 24, cols = 80) => agent.server.send(TerminalOpen, { session_id, rows, cols })
const type = (session_id: string, text: string) =>
  agent.server.send(TerminalInput, { session_id, data: Buffer.from(text).toString('base64') })
const error = () => agent.server.next(TerminalError)

/** Reads output until it matches. */
async function until(pattern: RegExp): Promise<RegExpExecArray> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const { data } = await agent.server.next(TerminalOutput)
    bytes = Buffer.concat([bytes, Buffer.from(data, 'base64')])
    const match = pattern.exec(bytes.toString())
    if (match) return match
  }
}

async function opened(session_id: string) {
  open(session_id)
  expect(await agent.server.next(TerminalStarted)).toMatchObject({ session_id, paced: true })
  type(session_id, 'echo pid=$$\n')
  return Number((await until(/pid=(\d+)\r/))[1])
}

const isGone = (leader: number) => vi.waitFor(() => expect(sessionProcesses(leader)).toEqual([]), { timeout: 10_000 })

describe('a session', () => {
  beforeEach(() => start())

  it('runs a shell on a terminal of the size of the window', async () => {
    await opened('a')
    type('a', 'stty size; tty; echo $TERM\n')
    await until(/24 80\r\n\/dev\/\S+\r\nxterm-256color/)
    agent.server.send(TerminalResize, { session_id: 'a', rows: 50, cols: 132 })
    for (let index = 0; index < 200; index += 1) {
      agent.server.send(TerminalResize, { session_id: 'a', rows: 1 + index, cols: 65_535 - index })
    }
    agent.server.send(TerminalResize, { session_id: 'a', rows: 0, cols: 0 })
    agent.server.send(TerminalResize, { session_id: 'a', rows: 50, cols: 132 })
    type('a', 'stty size\n')
    await until(/50 132\r\n/)
  })

  it('passes bytes unchanged, wherever a character is cut', async () => {
    await opened('a')
    const text = 'π 終端 👍'
    type('a', 'stty -echo; read -r line; echo "<$line>"\n')
    await until(/line/)
    for (const byte of Buffer.from(`${text}\n`)) {
      agent.server.send(TerminalInput, { session_id: 'a', data: Buffer.from([byte]).toString('base64') })
    }
    expect((await until(/<(.*)>/))[1]).toBe(text)
  })

  it('gets nothing of the environment of the agent', async () => {
    vi.stubEnv('SVC_ENROLLMENT_CODE', 'secret-code')
    vi.stubEnv('OTHER_SECRET', 'secret-too')
    await opened('a')
    type('a', 'env; echo end-of-$((40+2))\n')
    const [seen] = await until(/(?:.|\s)*end-of-42\r\n/)
    expect(seen).toContain('HOME=')
    expect(seen).not.toMatch(/SVC_|secret|NODE_|VITEST/)
    vi.unstubAllEnvs()
  })

  it('ends with its exit code', async () => {
    const pid = await opened('a')
    type('a', 'exit 3\n')
    expect(await error()).toMatchObject({ session_id: 'a', error: 'the shell exited with code 3', exit_code: 3 })
    await isGone(pid)
  })

  it('ends with the signal that killed it', async () => {
    await opened('a')
    type('a', 'kill -9 $$\n')
    expect(await error()).toMatchObject({ error: 'the shell was ended by signal 9', exit_code: 137 })
  })

  it('takes everything along that it started, also what ignores the hangup', async () => {
    const pid = await opened('a')
    type('a', '(trap "" HUP TERM; sleep 1000; sleep 1000) & set -m; sleep 1000 & cat\n')
    await vi.waitFor(() => expect(sessionProcesses(pid).length).toBeGreaterThanOrEqual(4))
    agent.server.send(TerminalClose, { session_id: 'a' })
    await isGone(pid)
  })

  it('ends with the connection', async () => {
    const pid = await opened('a')
    agent.server.drop()
    await isGone(pid)
  })

  it('ends with the agent', async () => {
    const pid = await opened('a')
    await agent.close()
    expect(sessionProcesses(pid)).toEqual([])
  })

  it('ignores bad Base64, unknown sessions and a repeated id', async () => {
    await opened('a')
    agent.server.send(TerminalInput, { session_id: 'a', data: '!' })
    type('b', 'exit\n')
    open('a')
    type('a', 'echo still-here\n')
    await until(/still-here\r/)
  })
})

it('opens no more sessions than allowed', async () => {
  await start()
  for (const id of ['a', 'b', 'c']) await opened(id)
  open('d')
  expect(await error()).toMatchObject({ session_id: 'd', error: 'at most 3 terminal sessions at a time' })
  agent.server.send(TerminalClose, { session_id: 'a' })
  await vi.waitFor(async () => {
    open('d')
    await agent.server.next(TerminalStarted, 300)
  })
})

it('opens one instead of another that is being ended', async () => {
  await start({ max_sessions: 1 })
  const pid = await opened('a')
  type('a', 'trap "" HUP TERM\n')
  agent.server.send(TerminalClose, { session_id: 'a' })
  await opened('b')
  expect(sessionProcesses(pid)).toEqual([])
})

it('says that the shell does not exist', async () => {
  await start({ shell: '/no/such/shell' })
  open('a')
  expect(await error()).toMatchObject({ error: 'cannot run the shell /no/such/shell' })
})

it('refuses without the capability', async () => {
  await start({}, { allow: [] })
  open('a')
  expect(agent.counts.handled).toBe(0)
})

it('reads no more of a program than the server does, and Ctrl-C gets through', async () => {
  await start({}, { server: { streamWindow: 1024 * 1024 } })
  const pid = await opened('a')
  type('a', 'cat /dev/zero\n')
  const taken = () => agent.server.queued(TerminalOutput)
  let before = -1
  // The window is full when nothing more arrives.
  await vi.waitFor(
    () => {
      const now = taken()
      const isStill = now === before
      before = now
      expect(isStill).toBe(true)
    },
    { interval: 300, timeout: 20_000 },
  )
  expect(before).toBeLessThan(600)
  const count = () => Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${sessionProcesses(pid).at(-1)}/io`, 'utf8'))?.[1])
  expect(count()).toBeLessThan(2 * 1024 * 1024)
  type('a', '\u0003')
  await vi.waitFor(() => expect(sessionProcesses(pid)).toHaveLength(1))
  type('a', 'echo after-ctrl-c\n')
  agent.server.send(StreamCredit, { id: 'a', bytes: 4 * 1024 * 1024 })
  await until(/after-ctrl-c\r/)
})
