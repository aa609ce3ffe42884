import { Type } from '@sinclair/typebox'
import { type AgentContext, defineAgentPlugin, handle } from '@svc/agent-sdk'
import { defineMessage, SystemInfo } from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

let agent: TestAgent | undefined
afterEach(async () => {
  await agent?.close()
  agent = undefined
})

const Ask = defineMessage('ask', {})
const config = Type.Object({
  probe: Type.Object({ count: Type.Integer({ minimum: 1, default: 3 }), host: Type.String({ default: 'localhost' }) }),
})

describe('a plugin', () => {
  it('receives its configuration slice, the state folder and the agent version', async () => {
    const seen: (AgentContext & { config: object })[] = []
    const plugin = defineAgentPlugin({
      id: 'probe',
      config,
      setup(context) {
        seen.push(context)
        return {}
      },
    })
    agent = await createTestAgent({ plugins: [plugin], config: { probe: { count: 5 }, prob: { count: 1 } } })
    expect(seen).toMatchObject([
      { config: { probe: { count: 5, host: 'localhost' } }, stateDir: agent.stateDir, agentVersion: '0.0.0' },
    ])
    expect(seen[0]?.config).not.toHaveProperty('token')
    expect(agent.lines.map(({ message }) => message)).toContain(
      'unknown configuration key prob.count in the test; did you mean probe.count?',
    )
  })

  it('with an invalid value stops the agent with an error message', async () => {
    const plugin = defineAgentPlugin({ id: 'probe', config, setup: () => ({}) })
    await expect(createTestAgent({ plugins: [plugin], config: { probe: { count: 0 } } })).rejects.toThrow(
      'probe.count in the test must be an integer of at least 1, not 0',
    )
  })

  it('that declares a key of another plugin is skipped', async () => {
    const first = defineAgentPlugin({ id: 'first', config, setup: () => ({}) })
    const second = defineAgentPlugin({ id: 'second', config, setup: () => ({ facts: () => ({ os: 'second' }) }) })
    agent = await createTestAgent({ plugins: [first, second] })
    expect(await agent.server.next(SystemInfo)).toMatchObject({ os: '' })
    expect(agent.lines).toContainEqual(
      expect.objectContaining({
        fields: {
          plugin: 'second',
          reason: 'plugin first and plugin second both declare the configuration key probe.count',
        },
      }),
    )
  })

  it('that handles a message of the agent itself is skipped', async () => {
    const plugin = defineAgentPlugin({
      id: 'greedy',
      setup: () => ({ handlers: [handle(defineMessage('welcome', {}), null, () => {})], facts: () => ({ os: 'x' }) }),
    })
    agent = await createTestAgent({ plugins: [plugin] })
    expect(await agent.server.next(SystemInfo)).toMatchObject({ os: '' })
  })

  it('that handles a message of another plugin is skipped', async () => {
    const asked: string[] = []
    const handling = (id: string) =>
      defineAgentPlugin({ id, setup: () => ({ handlers: [handle(Ask, null, () => void asked.push(id))] }) })
    agent = await createTestAgent({ plugins: [handling('first'), handling('second')] })
    agent.server.send(Ask, {})
    await agent.server.next(SystemInfo)
    agent.server.sendRaw('{"type":"ping"}')
    await agent.server.next(defineMessage('pong', {}))
    expect(asked).toEqual(['first'])
    expect(agent.lines).toContainEqual(
      expect.objectContaining({ fields: { plugin: 'second', reason: 'ask is already handled by plugin first' } }),
    )
  })
})
