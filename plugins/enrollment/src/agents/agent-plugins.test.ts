import { afterEach, expect, it, vi } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'

let world: World
afterEach(() => world.close())

it('shows the plugins of a host while its agent is connected, without characters that could spoof', async () => {
  world = await makeWorld()
  const { id, token } = await world.claimed('a')
  const list = async () => (await world.call('admin', 'GET', `/api/servers/${id}/agent-plugins`)).data
  expect(await list()).toEqual([])
  const agent = await world.welcomed(token)
  agent.send(systemInfo)
  await agent.next('ack')
  const report = (...plugins: object[]) => agent.send({ type: 'agent_plugins', plugins })
  const fans = { name: 'fans', version: '1.0.0', state: 'running', reason: null }
  report(fans, { name: 'leds', state: 'failed', reason: 'it crashed:\u001b[2J no\nled' })
  await vi.waitFor(async () =>
    expect(await list()).toEqual([
      fans,
      { name: 'leds', version: null, state: 'failed', reason: 'it crashed:?[2J no?led' },
    ]),
  )
  report(...Array.from({ length: 65 }, () => fans))
  report(fans)
  await vi.waitFor(async () => expect(await list()).toEqual([fans]))
  expect((await world.member('GET', `/api/servers/${id}/agent-plugins`)).status).toBe(403)
  agent.socket.terminate()
  await vi.waitFor(async () => expect(await list()).toEqual([]))
})
