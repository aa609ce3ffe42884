import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import {
  AgentCapabilitiesChanged,
  AgentPlugins,
  CapabilityDenied,
  defineMessage,
  Report,
  SystemInfo,
  str,
} from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from '../testing.ts'
import { formatAllowed } from './allow-list.ts'
import { readPackage } from './host-plugins.ts'

vi.setConfig({ testTimeout: 60_000 })

let root: string
let agent: TestAgent | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-host-plugins-'))
})
afterEach(async () => {
  await agent?.close()
  agent = undefined
  rmSync(root, { recursive: true, force: true })
})

const manifest = { kind: 'agent-plugin', sdk: '^1.0', capabilities: {} }

/** Writes a package into the folder of the host. */
function write(name: string, source: string, svc: object = {}, more: Record<string, string> = {}): string {
  const folder = join(root, name)
  mkdirSync(folder, { mode: 0o755 })
  const json = { name, version: '1.2.0', type: 'module', exports: './index.js', svc: { ...manifest, ...svc } }
  for (const [path, content] of Object.entries({ 'package.json': JSON.stringify(json), 'index.js': source, ...more })) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const allowed = (folder: string) => {
  const { name, content } = readPackage(folder)
  return formatAllowed({ name, sha256: content.sha256 })
}

const start = (allow: readonly string[], options: Partial<TestAgentOptions> = {}) =>
  createTestAgent({ plugins: [], hostPlugins: { folder: root, allow }, ...options })

/** The next list in which this plugin has this state. */
async function stateOf({ server }: TestAgent, name: string, state: string) {
  for (;;) {
    const { plugins } = await server.next(AgentPlugins)
    const found = plugins.find((plugin) => plugin.name === name && plugin.state === state)
    if (found) return found
  }
}

/** Blocks its thread as an endless loop does, without using a processor that the other tests need. */
const blockedFor = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`
const blocked = blockedFor(Infinity)

const fans = `
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { defineMessage, defineRequest, str } from '@svc/protocol'
import { rpm } from './rpm.js'

const SetFan = defineMessage('fan_set', { msg_id: str(), level: Type.Integer({ minimum: 0, maximum: 9 }) })
const FanSet = defineMessage('fan_was_set', { msg_id: str(), text: str() })
const Set = defineRequest({ capability: 'fans', id: 'msg_id', request: SetFan, reply: FanSet })
export default defineAgentPlugin({
  id: 'fans',
  config: Type.Object({ fans: Type.Object({ name: Type.String({ default: 'front' }) }) }),
  setup: ({ config, permits }) => ({
    handlers: [
      handle(Set, async ({ level }, { reply }) => {
        if (level === 9) throw new Error('too loud')
        await reply({ text: config.fans.name + ' ' + level + ' ' + rpm + ' ' + permits('fans') })
      }),
    ],
    samplers: [{ name: 'load', sample: () => ({ cpu: 42 }) }],
    facts: () => ({ os: 'FanOS' }),
    features: () => ['fans'],
  }),
})
`
const fansManifest = { capabilities: { fans: { risk: 'low', bit: 20 } }, config: ['fans'] }
const rpm = { 'rpm.js': 'export const rpm = 1200\n' }
const FanSet = defineMessage('fan_was_set', { msg_id: str(), text: Type.Optional(Type.String()) })
const SetFan = defineMessage('fan_set', { msg_id: str(), level: Type.Integer() })

describe('a plugin from the folder of the host', () => {
  it('runs as the agent’s own do: requests, reports, facts, features, configuration', async () => {
    const folder = write('fans', fans, fansManifest, rpm)
    agent = await start([allowed(folder)], { allow: ['fans'], config: { fans: { name: 'rear' } } })
    const { server, lines } = agent
    expect(await server.next(SystemInfo)).toMatchObject({
      os: 'FanOS',
      features: ['fans'],
      agent_local_capabilities: 2 ** 20,
    })
    expect(await stateOf(agent, 'fans', 'running')).toEqual({
      name: 'fans',
      version: '1.2.0',
      state: 'running',
      reason: null,
    })
    server.send(SetFan, { msg_id: '1', level: 3 })
    expect(await server.next(FanSet)).toMatchObject({ msg_id: '1', text: 'rear 3 1200 true' })
    // An invalid message does not reach it; a failing handler stops nothing.
    server.send(SetFan, { msg_id: '2', level: 12 })
    server.send(SetFan, { msg_id: '3', level: 9 })
    server.send(SetFan, { msg_id: '4', level: 4 })
    expect(await server.next(FanSet)).toMatchObject({ msg_id: '4' })
    expect((await server.next(Report)).cpu).toBe(42)
    expect(lines.map(({ message }) => message)).toContain('dropped a message with an invalid field')
    expect(lines.map(({ message }) => message)).not.toContain(expect.stringContaining('unknown configuration key'))
  })

  it('is not loaded while the host does not allow its capability', async () => {
    const folder = write('fans', `throw new Error('imported')`, {
      capabilities: { fans: { risk: 'low', bit: 20, denials: { fan_set: 'msg_id' } } },
    })
    agent = await start([allowed(folder)])
    expect(await stateOf(agent, 'fans', 'denied')).toMatchObject({ reason: null })
    agent.server.send(SetFan, { msg_id: '1', level: 3 })
    expect(await agent.server.next(CapabilityDenied)).toMatchObject({ msg_id: '1', capability: 'fans' })
    expect(agent.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('streams through its thread, and waits for a slow server', async () => {
    const source = `
      import { defineAgentPlugin, handle } from '@svc/agent-sdk'
      import { defineMessage, defineStream, str } from '@svc/protocol'
      const Copy = defineStream({
        capability: null, id: 'id', open: defineMessage('copy_open', { id: str() }),
        write: [defineMessage('copy_in', { id: str(), text: str() })], finish: defineMessage('copy_finish', { id: str() }),
        chunk: defineMessage('copy_out', { id: str(), text: str() }), end: defineMessage('copy_end', { id: str() }),
        error: defineMessage('copy_error', { id: str(), error: str() }),
      })
      export default defineAgentPlugin({ id: 'copy', setup: () => ({ handlers: [handle(Copy, async (_, { stream }) => {
        for await (const { payload } of stream) await stream.send({ text: payload.text.toUpperCase() })
        await stream.end({})
      })] }) })`
    agent = await start([allowed(write('copy', source))], { server: { streamWindow: 1 << 20 } })
    const { server } = agent
    await stateOf(agent, 'copy', 'running')
    const fields = { id: str() }
    server.send(defineMessage('copy_open', fields), { id: 'a' })
    server.send(defineMessage('copy_in', { ...fields, text: str() }), { id: 'a', text: 'one' })
    server.send(defineMessage('copy_in', { ...fields, text: str() }), { id: 'a', text: 'two' })
    server.send(defineMessage('copy_finish', fields), { id: 'a' })
    const Out = defineMessage('copy_out', { ...fields, text: str() })
    expect([(await server.next(Out)).text, (await server.next(Out)).text]).toEqual(['ONE', 'TWO'])
    await server.next(defineMessage('copy_end', fields))
  })
})

describe('a plugin from the folder of the host is refused, with the reason,', () => {
  const refused = async (allow: string, name = 'bad') => {
    agent = await start([allow])
    const { reason } = await stateOf(agent, name, 'refused')
    expect(agent.lines).toContainEqual(
      expect.objectContaining({ message: 'agent plugin refused', fields: { plugin: name, reason } }),
    )
    return reason
  }
  const imported = `globalThis.imported = true; export default {}`

  it('if a file has changed since it was allowed', async () => {
    const folder = write('bad', imported, {}, { 'lib/data.json': '{}' })
    const allow = allowed(folder)
    writeFileSync(join(folder, 'lib/data.json'), '[]')
    expect(await refused(allow)).toBe(`its content is not what plugins.allow lists: it is ${allowed(folder)}`)
  })

  it.each([
    ['there is no such package', () => 'nothing@sha256:'.padEnd(79, '0'), 'nothing', /no package in .* has this name/],
    [
      'it has a symbolic link',
      () => {
        const folder = write('bad', imported)
        const allow = allowed(folder)
        symlinkSync('/etc/passwd', join(folder, 'passwd'))
        return allow
      },
      'bad',
      /bad cannot be read: passwd is a symbolic link/,
    ],
    [
      'others may write a file of it',
      () => {
        const folder = write('bad', imported)
        const allow = allowed(folder)
        chmodSync(join(folder, 'index.js'), 0o666)
        return allow
      },
      'bad',
      /index\.js is writable by its group or by others/,
    ],
    [
      'others may write the folder of all packages',
      () => {
        const allow = allowed(write('bad', imported))
        chmodSync(root, 0o777)
        return allow
      },
      'bad',
      /svc-host-plugins-\w+ is writable by its group or by others/,
    ],
    ['its manifest is wrong', () => allowed(write('bad', imported, { kind: 'plugin' })), 'bad', 'invalid at /svc/kind'],
    ['it needs another SDK', () => allowed(write('bad', imported, { sdk: '^2.0' })), 'bad', 'requires agent SDK ^2.0'],
    [
      'its capability has a bit of the agent',
      () => allowed(write('bad', imported, { capabilities: { fans: { risk: 'low', bit: 14 } } })),
      'bad',
      'the capability fans needs a bit from 16 to 31',
    ],
    [
      'it reads the settings of others',
      () => allowed(write('bad', imported, { config: ['token'] })),
      'bad',
      'the configuration table token belongs to another plugin or to the agent',
    ],
    [
      'it adds commands',
      () => allowed(write('bad', imported, { commands: { fly: ['fly'] } })),
      'bad',
      'a plugin from the host cannot add commands',
    ],
  ])('if %s', async (_, prepare, name, reason) => {
    expect(await refused(prepare(), name)).toMatch(reason)
  })

  it('and an unknown capability in the policy is then no reason to stop', async () => {
    const folder = write('bad', imported, { capabilities: { fans: { risk: 'low', bit: 20 } } })
    const allow = allowed(folder)
    writeFileSync(join(folder, 'index.js'), '')
    agent = await start([allow], { allow: ['fans'] })
    await stateOf(agent, 'bad', 'refused')
    expect(agent.lines.map(({ message }) => message)).toContain(
      'no plugin that can be used declares the capability fans in the test',
    )
    await agent.close()
    agent = undefined
    await expect(start([], { allow: ['fans'] })).rejects.toThrow('unknown capability "fans" in the test')
  })
})

describe('a plugin from the folder of the host fails alone', () => {
  const timing = { pluginPing: 100, pluginTimeout: 10_000 }
  const withParts = (parts: string, before = '') => `
    import { defineAgentPlugin } from '@svc/agent-sdk'
    ${before}
    export default defineAgentPlugin({ id: 'bad', setup: () => (${parts}) })`
  const good = () => allowed(write('fans', fans, { config: ['fans'] }, rpm))

  it('whatever it does', async () => {
    const connected = (code: string) => withParts(`{ connected() { ${code} } }`)
    const plugins: Record<string, [source: string, reason: string | RegExp]> = {
      'throws-at-load': [`throw new Error('no such device')`, 'no such device'],
      'has-a-syntax-error': ['export default {', /Unexpected (end of input|token)/],
      'exports-nothing': ['export const plugin = 1', 'index.js must export a plugin as default'],
      'imports-a-file-of-the-host': [`import '/etc/passwd'`, /etc\/passwd is not a file of the plugin's package/],
      'imports-what-is-missing': [`import 'left-pad'`, /left-pad/],
      'never-loads': [blocked, 'its modules did not load within 10 s'],
      'throws-in-setup': [withParts(`(() => { throw new Error('no fan') })()`), 'no fan'],
      'never-sets-up': [withParts('new Promise(() => {})'), 'its setup did not finish within 10 s'],
      'loops-in-a-sampler': [
        withParts(`{ samplers: [{ name: 'x', sample() { for (;;) ${blockedFor(50)} } }] }`),
        'it did not respond, as in an endless loop, within 10 s',
      ],
      'throws-in-connected': [connected(`throw new Error('late')`), 'it crashed: late'],
      'throws-in-a-timer': [connected(`setTimeout(() => { throw new Error('later') })`), 'it crashed: later'],
      'ends-its-thread': [connected('setTimeout(() => process.exit(3))'), 'it ended its thread with code 3'],
      'fills-the-memory': [
        connected('setTimeout(() => { const all = []; for (;;) all.push(new Array(1e5).fill({})) })'),
        // V8 spends its last seconds on collecting garbage.
        /it crashed: .*memory|it did not respond/,
      ],
    }
    const names = Object.keys(plugins)
    const allow = names.map((name) => allowed(write(name, plugins[name]?.[0] ?? '')))
    agent = await start([...allow, good()], { timing })
    let found: readonly { name: string; state: string; reason?: string | null | undefined }[] = []
    while (found.filter(({ state }) => state === 'failed').length < names.length)
      found = (await agent.server.next(AgentPlugins)).plugins
    for (const { name, state, reason } of found) {
      if (name === 'fans') expect({ state, reason }).toEqual({ state: 'running', reason: null })
      else expect(`${name}: ${reason}`).toMatch(plugins[name]?.[1] ?? '')
      const logged = agent.lines.filter(({ level, fields }) => level === 'error' && fields.plugin === name)
      expect(logged.map(({ fields }) => fields.reason)).toEqual(name === 'fans' ? [] : [reason])
    }
    await vi.waitFor(async () => expect((await agent?.server.next(Report))?.cpu).toBe(42), { timeout: 20_000 })
  })

  it('so that the server learns that its capability has ended', async () => {
    const source = withParts(`{}`, `setTimeout(() => { throw new Error('late') }, 1000)`)
    const bad = allowed(write('bad', source, { capabilities: { fans: { risk: 'low', bit: 20, default: true } } }))
    agent = await start([bad])
    expect((await agent.server.next(SystemInfo)).agent_local_capabilities).toBe(2 ** 20)
    expect(await agent.server.next(AgentCapabilitiesChanged)).toMatchObject({ capabilities: 0, changes: [] })
  })

  it('and names a sampler that throws, while it does', async () => {
    const bad = allowed(
      write(
        'bad',
        withParts(
          `{ samplers: [{ name: 'x', sample() { if (n++ < 2) throw new Error('busy'); return {} } }] }`,
          'let n = 0',
        ),
      ),
    )
    agent = await start([bad])
    const { server } = agent
    await vi.waitFor(
      async () => expect((await stateOf(agent as TestAgent, 'bad', 'running')).reason).toBe('sampler x failed: busy'),
      { timeout: 20_000 },
    )
    expect((await server.next(AgentPlugins)).plugins).toMatchObject([{ state: 'running', reason: null }])
  })
})

describe('plugins of the host that load slowly', () => {
  const slow = `import { defineAgentPlugin } from '@svc/agent-sdk'\n${blocked}`
  const late = `
import { defineAgentPlugin } from '@svc/agent-sdk'
await new Promise((resolve) => setTimeout(resolve, 1000))
export default defineAgentPlugin({ id: 'late', setup: () => ({ features: () => ['late'] }) })
`
  it('delay neither the agent nor each other, and join when they are ready', async () => {
    const folders = [
      write('stuck', slow),
      write('late', late, { capabilities: { late: { risk: 'low', bit: 21 } } }),
      write('fans', fans, fansManifest, rpm),
    ]
    agent = await start(folders.map(allowed), {
      allow: ['late', 'fans'],
      timing: { hostPlugins: 1, pluginTimeout: 20_000 },
    })
    const { server } = agent
    // The agent is connected while one of them blocks its thread.
    expect((await server.next(SystemInfo)).agent_local_capabilities).toBe(0)
    let mask = 0
    while (mask !== 2 ** 20 + 2 ** 21) mask = (await server.next(AgentCapabilitiesChanged)).capabilities
    server.send(SetFan, { msg_id: '1', level: 3 })
    expect(await server.next(FanSet)).toMatchObject({ msg_id: '1' })
    expect(await stateOf(agent, 'stuck', 'failed')).toMatchObject({
      reason: expect.stringContaining('its modules did not load within 20 s'),
    })
  })
})
