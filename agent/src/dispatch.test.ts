import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { type Capability, CapabilityDenied, capabilities, defineMessage, Pong, str, u32 } from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const Greet = defineMessage('greet', { msg_id: str(), name: str() })
const Greeted = defineMessage('greeted', { msg_id: str(), text: str() })
const Exec = defineMessage('exec', { task_id: str(), command: str() })
const Break = defineMessage('break', {})
const Count = defineMessage('count', { value: u32() })

const ran: string[] = []
const plugin = defineAgentPlugin({
  id: 'greeter',
  setup: () => ({
    handlers: [
      handle(Greet, null, ({ msg_id, name }, link) => link.send(Greeted, { msg_id, text: `hello ${name}` })),
      handle(Exec, 'exec', ({ command }) => void ran.push(command)),
      handle(Break, null, async () => {
        throw new Error('as asked')
      }),
      handle(Count, 'file', ({ value }) => void ran.push(String(value))),
    ],
  }),
})

let agent: TestAgent
afterEach(() => agent.close())

async function start(allow: Capability[] = []) {
  ran.length = 0
  const denials = {
    exec: { exec: 'task_id' },
    upgrade: { upgrade: null },
    ping_icmp: { traceroute: 'request_id' },
  }
  agent = await createTestAgent({ plugins: [{ plugin, capabilities, denials }], allow, reportInterval: 60 })
  return agent
}

/** Everything sent before this was taken through the gate when it resolves. */
async function settled() {
  agent.server.send(Greet, { msg_id: 'last', name: 'you' })
  expect(await agent.server.next(Greeted)).toEqual({ type: 'greeted', msg_id: 'last', text: 'hello you' })
}

describe('the gate', () => {
  it('runs a handler with the validated payload and sends its answer', async () => {
    await start()
    await settled()
    expect(agent.counts.handled).toBe(1)
  })

  it('accepts the discriminator in PascalCase and members it does not know', async () => {
    await start()
    agent.server.sendRaw('{"name":"x","type":"Greet","msg_id":"1","newer":{"a":[]}}')
    expect(await agent.server.next(Greeted)).toMatchObject({ msg_id: '1' })
  })

  it('answers the JSON ping', async () => {
    await start()
    agent.server.sendRaw('{"type":"ping","extra":1}')
    await agent.server.next(Pong)
  })

  it('refuses what the host did not allow, with the id of the request, and does not run it', async () => {
    await start()
    agent.server.send(Exec, { task_id: 't1', command: 'reboot' })
    expect(await agent.server.next(CapabilityDenied)).toEqual({
      type: 'capability_denied',
      msg_id: 't1',
      session_id: null,
      capability: 'exec',
      reason: 'agent_capability_disabled',
    })
    expect(ran).toEqual([])
    expect(agent.counts.denied).toBe(1)
  })

  it('refuses in the same way what no loaded plugin handles', async () => {
    await start()
    agent.server.sendRaw('{"type":"upgrade","version":"2.0.0"}')
    expect(await agent.server.next(CapabilityDenied)).toMatchObject({ msg_id: null, capability: 'upgrade' })
    agent.server.sendRaw('{"type":"Traceroute","request_id":"r1"}')
    expect(await agent.server.next(CapabilityDenied)).toMatchObject({ msg_id: 'r1', capability: 'ping_icmp' })
    agent.server.sendRaw('{"type":"traceroute","request_id":{"a":1}}')
    expect(await agent.server.next(CapabilityDenied)).toMatchObject({ msg_id: null })
  })

  it('stays silent where the wire wants silence', async () => {
    await start()
    agent.server.send(Count, { value: 5 })
    await settled()
    expect([ran, agent.counts.denied, agent.server.queued(CapabilityDenied)]).toEqual([[], 1, 0])
  })

  it('runs what the host allowed', async () => {
    await start(['exec', 'file'])
    agent.server.send(Exec, { task_id: 't1', command: 'uptime' })
    agent.server.send(Count, { value: 7 })
    await settled()
    expect(ran).toEqual(['uptime', '7'])
  })

  it('drops and counts what is malformed, unknown or wrong, and stays connected', async () => {
    await start(['file'])
    const frames = ['{', '[]', 'null', '"x"', '5', '{"a":1}', '{"type":7}', '\u0000', '{"type":"__proto__"}']
    for (const frame of frames) agent.server.sendRaw(frame)
    agent.server.sendRaw('{"type":"constructor"}')
    agent.server.sendRaw('{"type":"docker_start_stats","interval":3}')
    for (const value of ['"5"', '5.5', '-1', 'null', '4294967296', '[]']) {
      agent.server.sendRaw(`{"type":"count","value":${value}}`)
    }
    agent.server.sendRaw(Buffer.from([1, 2, 3]))
    await settled()
    expect(agent.counts).toMatchObject({ malformed: 9, unknown: 3, invalid: 6, handled: 1, failed: 0 })
    expect(agent.server.connections).toBe(1)
    expect(ran).toEqual([])
  })

  it('warns once for each kind, with the path and without the value', async () => {
    await start()
    for (let n = 0; n < 5; n += 1) agent.server.sendRaw('{"type":"greet","msg_id":"1","name":["hunter2"]}')
    await settled()
    const warnings = agent.lines.filter(({ level }) => level === 'warn')
    expect(warnings).toEqual([
      {
        level: 'warn',
        message: 'dropped a message with an invalid field',
        fields: { type: 'greet', path: '/name' },
      },
    ])
  })

  it('survives a handler that fails', async () => {
    await start()
    agent.server.send(Break, {})
    await settled()
    expect(agent.counts.failed).toBe(1)
    expect(agent.lines).toContainEqual({
      level: 'error',
      message: 'message handler failed',
      fields: { type: 'break', reason: 'as asked' },
    })
  })
})
