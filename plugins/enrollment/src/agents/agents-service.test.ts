import { Type } from '@sinclair/typebox'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, report, systemInfo, type World } from '../../test/world.ts'
import { agentMessages, agents, onAgent, servers } from '../contract.ts'

let world: World
afterEach(() => world.close())

const Order = defineMessage('order', { text: str() })
const Done = defineMessage('done', {})

const docker = (onDone: () => void = () => {}) =>
  definePlugin({
    id: 'docker',
    setup: () => ({
      contributes: contribute(agentMessages, onAgent(Done, onDone)),
      routes: async (app) => {
        app.get(
          '/api/servers/:id/docker/containers',
          {
            config: { access: 'member', server: 'id', capability: 'docker' },
            schema: { params: Type.Object({ id: Type.String() }) },
          },
          async () => ({ data: [] }),
        )
      },
    }),
  })

describe('capabilities', () => {
  it('guard routes: unknown or hidden server, missing capability, then offline', async () => {
    world = await makeWorld({ plugins: [docker()] })
    const { id, token } = await world.claimed('a')
    const get = async (server: string) => (await world.member('GET', `/api/servers/${server}/docker/containers`)).status
    expect(await get('nope')).toBe(404)
    expect(await get(id)).toBe(403)
    const agent = await world.welcomed(token)
    agent.send({ ...systemInfo, agent_local_capabilities: 128 })
    await agent.next('ack')
    expect(await get(id)).toBe(200)
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    expect(await get(id)).toBe(404)
    await world.admin('PUT', `/api/servers/${id}`, { hidden: false })
    const observer = await world.browser()
    await observer.next('full_sync')
    agent.socket.terminate()
    await observer.next('server_offline')
    expect(await get(id)).toBe(404)
  })
})

describe('the agents service', () => {
  it('sends to connected agents only', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const service = world.kernel.service(agents)
    expect(service.send(id, Order, { text: 'x' })).toBe(false)
    expect(service.send('nope', Order, { text: 'x' })).toBe(false)
    const agent = await world.welcomed(token)
    expect(service.online()).toEqual([id])
    expect(service.send(id, Order, { text: 'x' })).toBe(true)
    expect(await agent.next('order')).toEqual({ type: 'order', text: 'x' })
    expect(service.capabilities('nope')).toBe(0)
    expect(world.kernel.service(servers).get('nope')).toBeUndefined()
    expect(world.kernel.service(servers).get(id)).toMatchObject({ id, number: 1, name: 'a', hidden: false })
  })

  it('knows when an agent was last seen', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const { clock, service } = world.kernel
    const { lastSeen } = service(agents)
    expect([lastSeen('nope'), lastSeen(id)]).toEqual([undefined, undefined])
    const agent = await world.welcomed(token)
    expect(lastSeen(id)).toBe(1_700_000_000_000)
    clock.set(1_700_000_009_000)
    agent.send(report)
    agent.send(systemInfo)
    await agent.next('ack')
    clock.set(1_700_000_011_000)
    const observer = await world.browser()
    await observer.next('full_sync')
    agent.socket.terminate()
    await observer.next('server_offline')
    expect(lastSeen(id)).toBe(1_700_000_009_000)
  })

  it('limits the send queue and drops an agent that does not drain it', async () => {
    let onDone: () => void = () => {}
    world = await makeWorld({ plugins: [docker(() => onDone())] })
    const { id, token } = await world.claimed('a')
    const service = world.kernel.service(agents)
    const agent = await world.welcomed(token)
    agent.socket.pause()
    const text = 'x'.repeat(500_000)
    let sent = 0
    while (service.send(id, Order, { text })) sent += 1
    expect(sent).toBeGreaterThan(7)
    for (let round = 0; round < 4; round += 1) {
      expect(service.isOnline(id)).toBe(true)
      const done = new Promise<void>((resolve) => {
        onDone = resolve
      })
      agent.send(report)
      agent.send({ type: 'done' })
      await done
      await world.kernel.clock.advance(10_000)
    }
    await world.kernel.clock.advance(10_000)
    expect(service.isOnline(id)).toBe(false)
    agent.socket.resume()
    expect((await agent.closed).code).toBe(1006)
  })
})

describe('a restart', () => {
  it('closes agents and browsers with 1012 and keeps the last-seen times', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const browser = await world.browser()
    await browser.next('full_sync')
    const other = await makeWorld({ dataDir: world.kernel.dataDir })
    await world.kernel.close()
    expect((await agent.closed).code).toBe(1012)
    expect((await browser.closed).code).toBe(1012)
    const later = await other.browser()
    expect((await later.next('full_sync')).servers).toMatchObject([{ online: false, last_active: 1_700_000_000 }])
    await other.close()
  })
})
