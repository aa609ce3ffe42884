import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { SystemInfo } from '@svc/protocol'
import { afterEach, expect, it } from 'vitest'
import plugin from './index.ts'
import { LogTail, LogTailResult } from './messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-tail-'))
const path = join(folder, 'app.log')
writeFileSync(path, 'one\ntwo\nthree\n')

let agent: TestAgent
afterEach(() => agent.close())
const start = (config: Record<string, unknown>, allow: 'file'[] = ['file']) =>
  createTestAgent({ plugins: [{ plugin, capabilities: ['file'] }], config, allow })

it('answers with the last lines', async () => {
  agent = await start({ log_tail: { path } })
  agent.server.send(LogTail, { msg_id: '1', lines: 2 })
  expect(await agent.server.next(LogTailResult)).toMatchObject({ msg_id: '1', lines: ['two', 'three'], error: null })
})

it('answers with the reason when it cannot', async () => {
  rmSync(folder, { recursive: true })
  agent = await start({ log_tail: { path } })
  agent.server.send(LogTail, { msg_id: '1', lines: 2 })
  expect(await agent.server.next(LogTailResult)).toMatchObject({
    msg_id: '1',
    lines: [],
    error: expect.stringContaining('ENOENT'),
  })
})

it('does not offer the capability without a path', async () => {
  agent = await start({})
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
})

it('is not even loaded on a host that does not allow it', async () => {
  agent = await start({ log_tail: { path } }, [])
  agent.server.send(LogTail, { msg_id: '1', lines: 2 })
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
  expect(agent.counts.handled).toBe(0)
})
