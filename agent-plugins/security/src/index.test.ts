import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { AgentSecurityEvent, SecurityStatus, SecuritySync } from '@svc/plugin-security/wire'
import { Ack } from '@svc/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../test/until.ts'
import { makeSecurityPlugin } from './index.ts'

let folder: string
let path: string
let stateDir: string
let agent: TestAgent

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-security-'))
  stateDir = join(folder, 'state')
  path = join(folder, 'auth.log')
  writeFileSync(path, '')
  writeFileSync(join(folder, 'passwd'), 'root:x:0:0:root:/root:/bin/bash\n')
  writeFileSync(join(folder, 'group'), 'root:x:0:\nsudo:x:27:\n')
})
afterEach(async () => {
  await agent.close()
  rmSync(folder, { recursive: true })
})

async function start(timing = { syncMs: 200, retryMs: 300 }, settings: object = {}) {
  agent = await createTestAgent({
    plugins: [{ plugin: makeSecurityPlugin({ timing, accountsFolder: folder }), capabilities: ['security_events'] }],
    config: {
      state_dir: stateDir,
      security: { source: 'files', log_files: [path], learning_hours: 0, ...settings },
    },
  })
  return agent
}

/** The agent reads the log from here on. */
async function isReading() {
  for (;;) {
    const { sources } = await agent.server.next(SecurityStatus)
    if (sources.some(({ source, state }) => source === 'auth_log' && state === 'reading')) return sources
  }
}

const time = () => new Date().toISOString().replace('Z', '+00:00')
const log = (message: string, program = 'sshd[1]') => appendFileSync(path, `${time()} host ${program}: ${message}\n`)
const signIn = (user: string, ip = '198.51.100.7') =>
  log(`Accepted publickey for ${user} from ${ip} port 5 ssh2: RSA SHA256:x`)
const acknowledge = ({ msg_id = '' }: { msg_id?: string }) => agent.server.send(Ack, { msg_id })

it('reports what is logged, and how it reads', async () => {
  await start()
  agent.server.send(SecuritySync, {})
  expect(await isReading()).toEqual(
    expect.arrayContaining([
      { source: 'auth_log', state: 'reading', path },
      { source: 'conntrack', state: 'off', path: null },
    ]),
  )
  signIn('alice')
  const event = await agent.server.next(AgentSecurityEvent)
  expect(event).toMatchObject({
    event_type: 'ssh_login',
    username: 'alice',
    source_ip: '198.51.100.7',
    first_seen: true,
  })
  acknowledge(event)
  writeFileSync(join(folder, 'group'), 'root:x:0:\nsudo:x:27:alice\n')
  const change = await agent.server.next(AgentSecurityEvent)
  expect(change).toMatchObject({
    event_type: 'account_change',
    severity: 'high',
    username: 'alice',
    evidence: { action: 'group_member_added', group: 'sudo', privileged: true },
  })
})

it('sends an event again until it is acknowledged', async () => {
  await start()
  agent.server.send(SecuritySync, {})
  await isReading()
  signIn('alice')
  const first = await agent.server.next(AgentSecurityEvent)
  expect(await agent.server.next(AgentSecurityEvent)).toEqual(first)
  acknowledge(first)
  signIn('bob')
  // Nothing of alice is left in between, unless it was on its way.
  let next = await agent.server.next(AgentSecurityEvent)
  while (next.username === 'alice') next = await agent.server.next(AgentSecurityEvent)
  expect(next.username).toBe('bob')
})

it('events survive a restart and a reconnect, with what was logged meanwhile', async () => {
  await start()
  agent.server.send(SecuritySync, {})
  await isReading()
  signIn('alice')
  const first = await agent.server.next(AgentSecurityEvent)
  await agent.close()
  expect(statSync(join(stateDir, 'security.json')).mode & 0o777).toBe(0o600)
  signIn('bob')
  writeFileSync(join(folder, 'passwd'), `${readFileSync(join(folder, 'passwd'))}eve:x:0:0::/:/bin/sh\n`)
  await start({ syncMs: 60_000, retryMs: 60_000 })
  agent.server.send(SecuritySync, {})
  const events = [await agent.server.next(AgentSecurityEvent)]
  while (events.length < 3) events.push(await agent.server.next(AgentSecurityEvent))
  expect(events[0]).toEqual(first)
  expect(events.map(({ username }) => username).sort()).toEqual(['alice', 'bob', 'eve'])
  for (const event of events) acknowledge(event)
  await agent.close()
  expect(JSON.parse(readFileSync(join(stateDir, 'security.json'), 'utf8')).unsent).toEqual([])
  await start()
})

it('a server that acknowledges nothing gets each event once, as it knows them', async () => {
  await start()
  await isReading()
  signIn('alice')
  const event = await agent.server.next(AgentSecurityEvent)
  expect(event).not.toHaveProperty('msg_id')
  agent.server.drop()
  await agent.server.connection(2)
  signIn('bob')
  expect(await agent.server.next(AgentSecurityEvent)).toMatchObject({ username: 'bob' })
})

it('a state file that is none is replaced', async () => {
  await start()
  await agent.close()
  writeFileSync(join(stateDir, 'security.json'), '{"seen": 5}')
  writeFileSync(join(stateDir, 'security_positions.json'), 'nothing')
  await start()
  await until(() => agent.lines.filter(({ message }) => message.includes('starting without it')).length, 2)
  agent.server.send(SecuritySync, {})
  await isReading()
  signIn('alice')
  expect(await agent.server.next(AgentSecurityEvent)).toMatchObject({ username: 'alice' })
})

it('says what it cannot read', async () => {
  rmSync(path)
  await start({ syncMs: 200, retryMs: 300 }, { source: 'auto', journal_directory: join(folder, 'journal') })
  await until(
    () => agent.lines.filter(({ fields }) => fields.state === 'missing').map(({ fields }) => fields.source),
    ['journal', 'auth_log'],
  )
})
