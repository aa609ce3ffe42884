import { defineAgentPlugin } from '@svc/agent-sdk'
import { type Capability, capabilityTable, SystemInfo } from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bundled } from './bundled.ts'
import { discover, select, tableOf } from './discover.ts'
import { installed } from './installed.ts'
import { readManifest } from './manifest.ts'
import { decidePolicy } from './policy.ts'
import { collectLog, createTestAgent, type TestAgent } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const noOthers = capabilityTable([])
const packageJson = (svc: object) => ({ name: '@svc/agent-plugin-x', version: '1.2.3', svc })
const fine = { kind: 'agent-plugin', sdk: '^1.0', capabilities: { file: { risk: 'high' } } }

describe('a manifest', () => {
  it('is read from package.json', () => {
    const svc = { ...fine, config: ['file'], commands: { tail: ['tail FILE'] } }
    expect(readManifest(packageJson(svc), noOthers)).toEqual({
      package: '@svc/agent-plugin-x',
      version: '1.2.3',
      capabilities: new Map([['file', { risk: 'high' }]]),
      tables: ['file'],
      commands: new Map([['tail', ['tail FILE']]]),
    })
  })

  it.each([
    ['nothing', undefined, /package\.json is invalid at \//],
    ['no svc', { name: 'x', version: '1' }, /package\.json is invalid at \/svc/],
    ['another kind', packageJson({ ...fine, kind: 'plugin' }), /package\.json is invalid at \/svc\/kind/],
    [
      'a strange risk',
      packageJson({ ...fine, capabilities: { file: { risk: 'huge' } } }),
      /invalid at \/svc\/capabilities\/file/,
    ],
    [
      'a capability without a bit',
      packageJson({ ...fine, capabilities: { fly: { risk: 'low' } } }),
      'package.json is invalid: the capability fly needs a bit from 12 to 31',
    ],
    [
      'a newer contract',
      packageJson({ ...fine, sdk: '^1.1' }),
      'requires agent SDK ^1.1, but this agent provides 1.0.0',
    ],
    ['the next contract', packageJson({ ...fine, sdk: '^2.0' }), 'requires agent SDK ^2.0'],
    ['any contract', packageJson({ ...fine, sdk: '*' }), 'requires agent SDK *'],
  ])('is rejected with a reason: %s', (_, json, reason) => {
    expect(() => readManifest(json, noOthers)).toThrow(reason)
  })
})

describe('discovery', () => {
  it('finds the bundled plugins without importing them', () => {
    const { log, lines } = collectLog()
    const found = discover(bundled, log)
    expect(found.map(({ manifest }) => [manifest.package, manifest.capabilities.size])).toContainEqual([
      '@svc/agent-plugin-metrics',
      0,
    ])
    expect(lines).toEqual([])
  })

  it('logs and skips plugins that take the bit of another one', () => {
    const { log, lines } = collectLog()
    const plugin = (name: string, capability: string) => ({
      name,
      packageJson: () => packageJson({ ...fine, capabilities: { [capability]: { risk: 'low', bit: 12 } } }),
      load: () => Promise.reject(new Error('imported')),
    })
    const found = discover([plugin('fan', 'fan_speed'), plugin('led', 'led_color')], log)
    expect(tableOf(found).all).toEqual([
      { name: 'fan_speed', bit: 4096, risk: 'low', isDefault: false, texts: {}, isUsed: true },
    ])
    expect(lines).toMatchObject([{ level: 'error', fields: { plugin: 'led' } }])
  })

  it('logs and skips plugins that are not installed', () => {
    const { log, lines } = collectLog()
    expect(discover([installed('@svc/agent-plugin-nowhere')], log)).toEqual([])
    expect(lines).toMatchObject([
      { level: 'error', fields: { plugin: '@svc/agent-plugin-nowhere', reason: 'the package is not installed' } },
    ])
  })
})

describe('a denied capability', () => {
  const candidate = (names: Capability[]) => ({
    manifest: {
      package: names.join() || 'none',
      version: '1',
      capabilities: new Map(names.map((name) => [name, { risk: 'low' as const }])),
      tables: [],
      commands: new Map(),
    },
    load: async () => Promise.reject(new Error('imported')),
  })

  it('excludes plugins without any other capability; plugins that declare none are always chosen', () => {
    const all = [candidate([]), candidate(['terminal']), candidate(['ping_icmp', 'ping_tcp']), candidate(['upgrade'])]
    const policy = decidePolicy([], [{ name: 'ping_icmp', source: '--deny-cap' }])
    const { chosen, denied } = select(all, policy)
    expect(chosen.map(({ manifest }) => manifest.package)).toEqual(['none', 'ping_icmp,ping_tcp', 'upgrade'])
    expect(denied.map(({ manifest }) => manifest.package)).toEqual(['terminal'])
  })
})

describe('the agent', () => {
  let agent: TestAgent
  afterEach(() => agent.close())
  const loaded: string[] = []
  const plugin = (id: string, unavailable: Partial<Record<Capability, string>> = {}) =>
    defineAgentPlugin({
      id,
      setup: () => {
        loaded.push(id)
        return { unavailable }
      },
    })
  const maskOf = async () => (await agent.server.next(SystemInfo)).agent_local_capabilities

  it('never imports the code of a denied capability and does not report it', async () => {
    loaded.length = 0
    agent = await createTestAgent({
      plugins: [
        { plugin: plugin('terminal'), capabilities: ['terminal'] },
        { plugin: plugin('files'), capabilities: ['file'] },
        { plugin: plugin('ping'), capabilities: ['ping_icmp', 'ping_tcp'] },
      ],
      allow: ['terminal', 'file'],
      deny: ['terminal', 'ping_tcp'],
    })
    expect(await maskOf()).toBe(64 + 8)
    expect(loaded).toEqual(['files', 'ping'])
  })

  it('does not report what a plugin found to be impossible here', async () => {
    agent = await createTestAgent({
      plugins: [
        { plugin: plugin('ping', { ping_icmp: 'needs CAP_NET_RAW' }), capabilities: ['ping_icmp', 'ping_http'] },
      ],
    })
    expect(await maskOf()).toBe(32)
  })

  it('runs without a plugin that fails, or that would share a message with another', async () => {
    const failing = defineAgentPlugin({
      id: 'failing',
      setup: () => {
        throw new Error('no such device')
      },
    })
    agent = await createTestAgent({
      plugins: [
        { plugin: failing, capabilities: ['exec'] },
        { plugin: plugin('upgrade'), capabilities: ['upgrade'] },
      ],
      allow: ['exec'],
    })
    expect(await maskOf()).toBe(4)
    expect(agent.lines).toContainEqual({
      level: 'error',
      message: 'agent plugin failed',
      fields: { plugin: 'failing', reason: 'no such device' },
    })
  })
})
