import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentPluginDefinition, defineAgentPlugin, handle, type Link } from '@svc/agent-sdk'
import {
  AgentCapabilitiesChanged,
  type Capability,
  CapabilityDenied,
  capabilityBits,
  defineMessage,
  defineStream,
  FeaturesUpdate,
  Ping,
  Pong,
  SystemInfo,
  str,
} from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from '../testing.ts'
import { grantFile, writeGrantState, writeGrants } from './grant-file.ts'
import type { GrantRecord } from './grant-record.ts'

vi.setConfig({ testTimeout: 30_000 })

const Exec = defineMessage('exec', { task_id: str(), command: str() })
const TaskResult = defineMessage('task_result', { task_id: str(), output: str() })
const FileList = defineMessage('file_list', { path: str() })

let stateDir: string
let agent: TestAgent | undefined
/** what the plugin under test went through */
let events: string[]
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'svc-granting-'))
  events = []
})
afterEach(async () => {
  await agent?.close()
  agent = undefined
  rmSync(stateDir, { recursive: true, force: true })
})

/** Runs commands; records its lifecycle in `events` and reports on the wire when its work ends. */
const runner = defineAgentPlugin({
  id: 'runner',
  setup() {
    let connection: Link | undefined
    events.push('set up')
    return {
      handlers: [
        handle(Exec, 'exec', ({ task_id, command }, link) => link.send(TaskResult, { task_id, output: command })),
        handle(FileList, 'file', ({ path }) => void events.push(`listed ${path}`)),
      ],
      connected(link) {
        events.push('connected')
        connection = link
        link.signal.addEventListener('abort', () => events.push('link over'))
      },
      withdrawn: (capability) => void events.push(`${capability} withdrawn`),
      close() {
        events.push('closed')
        connection?.send(TaskResult, { task_id: 'last', output: 'closing' })
      },
    }
  },
})

interface Options extends Partial<TestAgentOptions> {
  readonly plugin?: AgentPluginDefinition
  readonly declared?: readonly Capability[]
}

async function start({ plugin = runner, declared = ['exec'], config, ...options }: Options = {}) {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: declared, denials: { exec: { exec: 'task_id' } } }],
    config: { state_dir: stateDir, ...config },
    reportInterval: 60,
    timing: { grants: 20, ready: 2_000 },
    ...options,
  })
  return agent
}

const seconds = () => Math.floor(Date.now() / 1000)
const grant = (cap: Capability, lasting = 600, more: Partial<GrantRecord> = {}): GrantRecord => ({
  cap,
  granted_at: seconds(),
  expires_at: seconds() + lasting,
  granted_by: 'ada',
  ...more,
})
const put = (...records: GrantRecord[]) => writeGrants(stateDir, new Map(records.map((record) => [record.cap, record])))
const changed = () => (agent as TestAgent).server.next(AgentCapabilitiesChanged)
const ask = (id: string) => (agent as TestAgent).server.send(Exec, { task_id: id, command: `run ${id}` })

describe('a grant', () => {
  it('loads the plugin and unloads it when it ends', async () => {
    const { server } = await start()
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0, temporary: [] })
    expect(events).toEqual([])
    ask('early')
    expect(await server.next(CapabilityDenied)).toMatchObject({ msg_id: 'early', capability: 'exec' })

    const record = grant('exec', 600, { reason: 'disk' })
    await put(record)
    const { granted_at, expires_at } = record
    expect(await changed()).toEqual({
      type: 'capabilities_changed',
      msg_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      capabilities: capabilityBits.exec,
      temporary: [{ cap: 'exec', granted_at, expires_at, granted_by: 'ada', reason: 'disk' }],
      changes: [{ cap: 'exec', action: 'granted', expires_at, granted_by: 'ada', reason: 'disk' }],
    })
    expect(events).toEqual(['set up', 'connected'])
    ask('now')
    expect(await server.next(TaskResult)).toMatchObject({ task_id: 'now', output: 'run now' })

    await put()
    expect(await changed()).toMatchObject({
      capabilities: 0,
      temporary: [],
      changes: [{ cap: 'exec', action: 'revoked' }],
    })
    expect(events).toEqual(['set up', 'connected', 'closed', 'link over'])
    expect(await server.next(TaskResult)).toMatchObject({ task_id: 'last' })
    ask('late')
    expect(await server.next(CapabilityDenied)).toMatchObject({ msg_id: 'late' })

    await put(grant('exec'))
    await changed()
    ask('again')
    expect(await server.next(TaskResult)).toMatchObject({ task_id: 'again' })
  })

  it('adds the features of the plugin, and removes them when it ends', async () => {
    const plugin = defineAgentPlugin({ id: 'runner', setup: () => ({ features: () => ['shell'] }) })
    const { server } = await start({ plugin })
    expect(await server.next(SystemInfo)).toMatchObject({ features: [] })
    await put(grant('exec'))
    expect(await server.next(FeaturesUpdate)).toMatchObject({ features: ['shell'] })
    await put()
    expect(await server.next(FeaturesUpdate)).toMatchObject({ features: [] })
  })

  it.each<[string, Capability[]]>([
    ['unloads', []],
    ['stays loaded', ['file']],
  ])('that ends aborts its open streams before the change is reported, also if the plugin %s', async (_, allow) => {
    const session = { session_id: str() }
    const ShellEnd = defineMessage('terminal_error', { ...session, error: str() })
    const shell = defineStream({
      capability: 'terminal',
      id: 'session_id',
      denied: 'Terminal capability disabled',
      open: defineMessage('terminal_open', session),
      chunk: defineMessage('terminal_output', session),
      end: ShellEnd,
    })
    const plugin = defineAgentPlugin({
      id: 'shells',
      setup: () => ({
        handlers: [
          handle(shell, async (_, { signal, stream }) => {
            await stream.send({})
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
            events.push('aborted')
            signal.throwIfAborted()
          }),
        ],
      }),
    })
    const { server, counts } = await start({ plugin, declared: ['terminal', 'file'], allow })
    await put(grant('terminal'))
    await changed()
    server.send(shell.open, { session_id: 's' })
    await server.next(defineMessage('terminal_output', session))
    await put()
    expect(await changed()).toMatchObject({ changes: [{ cap: 'terminal', action: 'revoked' }] })
    expect([server.queued(ShellEnd), events]).toEqual([1, ['aborted']])
    expect(await server.next(ShellEnd)).toMatchObject({ session_id: 's', error: 'Terminal capability disabled' })
    expect(counts.failed).toBe(0)
  })

  it('expires while its record is still in the file', async () => {
    await start()
    await put(grant('exec', 3))
    expect(await changed()).toMatchObject({ changes: [{ action: 'granted' }] })
    const expired = await changed()
    expect(expired).toMatchObject({ capabilities: 0, temporary: [] })
    expect(expired.changes).toEqual([{ cap: 'exec', action: 'expired' }])
    ask('late')
    expect(await (agent as TestAgent).server.next(CapabilityDenied)).toMatchObject({ msg_id: 'late' })
  })

  it('reports a changed expiry without loading the plugin again', async () => {
    await start()
    await put(grant('exec', 60))
    await changed()
    const longer = grant('exec', 600)
    await put(longer)
    expect(await changed()).toMatchObject({
      capabilities: capabilityBits.exec,
      temporary: [{ expires_at: longer.expires_at }],
      changes: [{ cap: 'exec', action: 'granted', expires_at: longer.expires_at }],
    })
    expect(events).toEqual(['set up', 'connected'])
  })

  it('survives a restart and is not reported twice', async () => {
    const record = grant('exec')
    await put(record)
    await start()
    await changed()
    await agent?.close()
    const { server } = await start()
    expect(await server.next(SystemInfo)).toMatchObject({
      agent_local_capabilities: capabilityBits.exec,
      temporary: [{ ...record, reason: null }],
    })
    ask('now')
    await server.next(TaskResult)
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
  })

  it('made or ended while the agent is stopped is reported at its next start', async () => {
    await put(grant('exec', 600, { reason: 'overnight' }))
    await start()
    expect(await changed()).toMatchObject({
      capabilities: capabilityBits.exec,
      changes: [{ action: 'granted', granted_by: 'ada', reason: 'overnight' }],
    })
    await agent?.close()
    await put()
    await start()
    const ended = await changed()
    expect(ended).toMatchObject({ capabilities: 0, temporary: [] })
    expect(ended.changes).toEqual([{ cap: 'exec', action: 'revoked' }])
    await agent?.close()
    await writeGrantState(stateDir, { grants: new Map([['exec', grant('exec', 0, { granted_at: 1 })]]), expired: [] })
    await start()
    expect((await changed()).changes).toEqual([{ cap: 'exec', action: 'expired' }])
    await agent?.close()
    const { server } = await start()
    ask('quiet')
    await server.next(CapabilityDenied)
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
  })

  it('made and revoked while disconnected is reported on the next connection', async () => {
    let isOpen = true
    const { server } = await start({ server: { accepts: () => isOpen }, timing: { grants: 20, wait: () => 50 } })
    await server.next(SystemInfo)
    isOpen = false
    server.drop()
    await put(grant('exec'))
    await vi.waitFor(() => expect(events).toEqual(['set up']))
    await put()
    await vi.waitFor(() => expect(events).toContain('closed'))
    isOpen = true
    await server.connection(2)
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0, temporary: [] })
    expect(await changed()).toMatchObject({ changes: [{ action: 'granted' }, { action: 'revoked' }] })
  })
})

describe('an unnoticed dead connection', () => {
  it('loses no change: the next connection reports it', async () => {
    const { server } = await start({ timing: { grants: 20, deadPeer: 1_500, wait: () => 20 } })
    await server.next(SystemInfo)
    const round = async () => {
      server.send(Ping, {})
      await server.next(Pong)
    }
    const socket = await server.connection(1)
    socket.pause()
    await put(grant('exec', 600, { reason: 'disk' }))
    await vi.waitFor(() => expect(events).toContain('set up'))
    await server.connection(2)
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: capabilityBits.exec })
    expect(await changed()).toMatchObject({ changes: [{ cap: 'exec', action: 'granted', reason: 'disk' }] })
    // the first round sends the proof, the second one confirms its arrival
    await round()
    await round()
    server.drop()
    await server.next(SystemInfo)
    await round()
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
  })
})

describe('a plugin with several capabilities', () => {
  it('stays loaded while another one is on, and is notified of the one that ended', async () => {
    const { server } = await start({ declared: ['exec', 'file'], allow: ['exec'] })
    server.send(FileList, { path: '/early' })
    await put(grant('file'))
    expect(await changed()).toMatchObject({ capabilities: capabilityBits.exec | capabilityBits.file })
    server.send(FileList, { path: '/now' })
    await vi.waitFor(() => expect(events).toContain('listed /now'))
    await put()
    expect(await changed()).toMatchObject({ capabilities: capabilityBits.exec })
    server.send(FileList, { path: '/late' })
    server.send(Ping, {})
    await server.next(Pong)
    expect(events).toEqual(['set up', 'connected', 'listed /now', 'file withdrawn'])
  })

  it('can check what is permitted at any time', async () => {
    let permitted = () => ''
    const asking = defineAgentPlugin({
      id: 'asking',
      setup({ permits }) {
        permitted = () => (['exec', 'file'] as const).filter(permits).join()
        events.push(permitted())
        return {}
      },
    })
    await start({ plugin: asking, declared: ['exec', 'file'], allow: ['exec'] })
    expect(events).toEqual(['exec'])
    await put(grant('file'))
    await changed()
    expect(permitted()).toBe('exec,file')
    await put()
    await changed()
    expect(permitted()).toBe('exec')
  })

  it('closes when the last grant ends', async () => {
    await start({ declared: ['exec', 'file'] })
    // one of another second would be another grant
    const file = grant('file')
    await put(grant('exec'), file)
    expect(await changed()).toMatchObject({ changes: [{ cap: 'exec' }] })
    expect(await changed()).toMatchObject({ changes: [{ cap: 'file' }] })
    await put(file)
    await changed()
    await put()
    expect(await changed()).toMatchObject({ capabilities: 0 })
    expect(events).toEqual(['set up', 'connected', 'exec withdrawn', 'closed', 'link over'])
  })
})

describe('a grant is ignored', () => {
  const lines = () => agent?.lines.filter(({ level }) => level === 'warn').map(({ message }) => message) ?? []
  const looks = () => new Promise((resolve) => setTimeout(resolve, 100))

  it('if the host denies the capability, with one warning', async () => {
    await put(grant('exec'))
    const { server } = await start({ deny: ['exec'] })
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0, temporary: [] })
    await looks()
    expect(lines()).toEqual(['ignoring the grant of exec: the capability is denied on this host'])
    expect(events).toEqual([])
  })

  it('if the capability is permanently on', async () => {
    await put(grant('exec'))
    const { server } = await start({ allow: ['exec'] })
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 2, temporary: [] })
    await put()
    await looks()
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
    expect(events).toEqual(['set up', 'connected'])
  })

  it('if the file is invalid: one warning, and active grants end', async () => {
    await start()
    await put(grant('exec'))
    await changed()
    writeFileSync(grantFile(stateDir), '{"version":1,"grants":[{"cap":"exec"}]}', { mode: 0o600 })
    expect(await changed()).toMatchObject({ capabilities: 0, changes: [{ action: 'revoked' }] })
    await looks()
    expect(lines()).toEqual(['ignoring capability_grants.json: it is invalid at /grants/0/granted_at'])
  })

  it.each<[string, Partial<AgentPluginDefinition>, readonly Capability[], string]>([
    ['no plugin offers it', {}, ['file'], 'no agent plugin on this host provides it'],
    ['the plugin cannot', { setup: () => ({ unavailable: { exec: 'no shell' } }) }, ['exec'], 'no shell'],
    [
      'the plugin fails',
      {
        setup() {
          throw new Error('as asked')
        },
      },
      ['exec'],
      'its agent plugin failed',
    ],
  ])('if %s: logs a warning and reports nothing', async (_, patch, declared, reason) => {
    const { server, lines } = await start({ plugin: { ...runner, ...patch }, declared })
    await put(grant('exec'))
    await vi.waitFor(() =>
      expect(lines).toContainEqual(expect.objectContaining({ fields: { capability: 'exec', reason } })),
    )
    await put()
    await looks()
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
  })

  it('if the plugin never finishes loading; other grants still end in time', async () => {
    const { server, lines } = await start({
      plugin: { ...runner, setup: () => new Promise(() => {}) },
      timing: { grants: 20, ready: 50 },
    })
    await put(grant('exec'))
    await vi.waitFor(() =>
      expect(lines).toContainEqual(
        expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ capability: 'exec' }) }),
      ),
    )
    expect(server.queued(AgentCapabilitiesChanged)).toBe(0)
  })
})
