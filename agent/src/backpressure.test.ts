import { setImmediate as breathe } from 'node:timers/promises'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, expect, it } from 'vitest'
import { createTestAgent, type TestAgent } from './testing.ts'

const mib = 1024 * 1024
const Ask = defineMessage('ask', {})
const Say = defineMessage('say', { text: str() })
const talkative = defineAgentPlugin({
  id: 'talkative',
  setup: () => ({ handlers: [handle(Ask, null, (_, link) => link.send(Say, { text: 'x'.repeat(mib) }))] }),
})

let agent: TestAgent
afterEach(() => agent.close())

it('disconnects from a server that sends requests without reading the responses', async () => {
  agent = await createTestAgent({ plugins: [talkative], timing: { wait: () => 10 }, reportInterval: 60 })
  const socket = await agent.server.connection(1)
  socket.pause()
  while (agent.server.connections === 1) {
    socket.send(JSON.stringify({ type: Ask.type }))
    await breathe()
  }
  expect(agent.lines.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^disconnected: the server does not read what the agent sends/),
  )
})
