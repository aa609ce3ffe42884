import { setImmediate as breathe } from 'node:timers/promises'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const mib = 1024 * 1024
const Ask = defineMessage('ask', { text: str() })
const Say = defineMessage('say', { text: str() })
let asked = 0
const talkative = defineAgentPlugin({
  id: 'talkative',
  setup: () => ({
    handlers: [
      handle(Ask, null, (_, link) => {
        asked += 1
        link.send(Say, { text: 'x'.repeat(mib) })
      }),
    ],
  }),
})

let agent: TestAgent
afterEach(() => agent.close())

/** A server that sends requests without reading the responses, until the agent does not read either. */
async function flood(timing = {}) {
  asked = 0
  agent = await createTestAgent({ plugins: [talkative], timing: { wait: () => 10, ...timing }, reportInterval: 60 })
  const socket = await agent.server.connection(1)
  socket.pause()
  let sent = 0
  while (socket.bufferedAmount < 8 * mib) {
    sent += 1
    agent.server.send(Ask, { text: 'x'.repeat(mib / 4) })
    await breathe()
  }
  return { socket, sent }
}

it('does not read from a server that does not read, and continues with it', async () => {
  const { socket, sent } = await flood()
  // What the two sockets hold of it varies; each response that waits in the agent is one more.
  expect(asked).toBeLessThan(20)
  expect(sent).toBeGreaterThan(asked)
  socket.resume()
  await vi.waitFor(() => expect(agent.server.queued(Say)).toBe(sent), { timeout: 20_000, interval: 200 })
  expect(agent.server.connections).toBe(1)
})

it('reconnects if the server does not read for too long', async () => {
  await flood({ deadPeer: 1500 })
  await agent.server.connection(2)
  expect(agent.lines.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^disconnected: the server stopped responding/),
  )
})
