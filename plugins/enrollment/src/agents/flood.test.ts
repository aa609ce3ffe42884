import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { defineMessage, u32 } from '@svc/protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'
import { addressesReported, agentMessages, onAgentState } from '../contract.ts'
import type { AgentConnection } from './connection.ts'
import { makeFrameAllowance } from './frame-allowance.ts'

let world: World
afterEach(() => world.close())

const frames = 500

/** An agent that has sent its facts, and the addresses published since. */
async function introduced() {
  const published: (string | null)[] = []
  const neighbour = definePlugin({
    id: 'neighbour',
    setup: () => ({ on: [listen(addressesReported, ({ after }) => void published.push(after.ipv4))] }),
  })
  world = await makeWorld({ plugins: [neighbour] })
  const { token } = await world.claimed('a')
  const agent = await world.welcomed(token)
  agent.send({ ...systemInfo, ipv4: '198.51.100.1' })
  await agent.next('ack')
  published.length = 0
  return { agent, published }
}

it('changes of state that arrive too fast are handled once a second, the latest of each type', async () => {
  const { agent, published } = await introduced()
  for (let i = 0; i < frames; i += 1) agent.send({ type: 'ip_changed', ipv4: `10.0.${i >> 8}.${i & 255}`, ipv6: null })
  const last = `10.0.${(frames - 1) >> 8}.${(frames - 1) & 255}`
  await vi.waitFor(async () => {
    await world.kernel.clock.advance(1000)
    expect(published.at(-1)).toBe(last)
  })
  expect(published.length).toBeLessThan(frames / 10)
})

it('so are states that other plugins store: each gets the latest', async () => {
  const State = defineMessage('state', { value: u32() })
  const stored: Record<string, number[]> = { one: [], two: [] }
  const neighbours = Object.entries(stored).map(([id, values]) =>
    definePlugin({
      id,
      setup: () => ({
        contributes: contribute(
          agentMessages,
          onAgentState(State, ({ value }) => void values.push(value)),
        ),
      }),
    }),
  )
  world = await makeWorld({ plugins: neighbours })
  const agent = await world.welcomed((await world.claimed('a')).token)
  for (let value = 0; value < frames; value += 1) agent.send({ type: 'state', value })
  await vi.waitFor(async () => {
    await world.kernel.clock.advance(1000)
    expect(Object.values(stored).map((values) => values.at(-1))).toEqual([frames - 1, frames - 1])
  })
  for (const values of Object.values(stored)) expect(values.length).toBeLessThan(frames / 10)
})

it('an agent that sends more frames than anyone needs is held, and disconnected if it goes on', async () => {
  world = await makeWorld()
  const { clock } = world.kernel
  const charge = makeFrameAllowance(clock)
  const calls: string[] = []
  const connection = {
    hold: () => calls.push('hold'),
    release: () => calls.push('release'),
    end: (how: string) => calls.push(how),
  } as unknown as AgentConnection
  const send = (count: number) => {
    for (let i = 0; i < count; i += 1) charge(connection, 100)
  }
  send(5000)
  expect(calls).toEqual([])
  send(1000)
  expect(calls).toEqual(['hold'])
  await clock.advance(1000)
  expect(calls).toEqual(['hold', 'release'])
  // It recovers when it sends less.
  await clock.advance(3000)
  send(100)
  calls.length = 0
  await clock.advance(60_000)
  send(5001)
  for (let second = 0; second < 59; second += 1) {
    await clock.advance(1000)
    send(1001)
  }
  expect(new Set(calls)).toEqual(new Set(['hold', 'release']))
  await clock.advance(2000)
  send(5001)
  expect(calls.at(-1)).toBe('flooding')
})
