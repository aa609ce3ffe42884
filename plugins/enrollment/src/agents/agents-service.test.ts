import { Type } from '@sinclair/typebox'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { defineMessage, str } from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, report, systemInfo, type World } from '../../test/world.ts'
import { agentMessages, agents, featuresChanged, liveMessages, onAgent, onLive, servers } from '../contract.ts'

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
        app.get(
          '/api/servers/:id/docker/info',
          {
            config: { access: 'admin', server: 'id', capability: 'docker', deniedAction: 'docker_view_denied' },
            schema: { params: Type.Object({ id: Type.String() }) },
          },
          async () => ({ data: {} }),
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

  it('do not tell a member that a hidden server exists', async () => {
    world = await makeWorld({ plugins: [docker()] })
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send({ ...systemInfo, agent_local_capabilities: 128 })
    await agent.next('ack')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    const url = (server: string) => `/api/servers/${server}/docker/containers`
    const [hidden, unknown] = [await world.member('GET', url(id)), await world.member('GET', url('nope'))]
    expect([hidden.status, hidden.error]).toEqual([404, unknown.error])
    expect((await world.admin('GET', url(id))).status).toBe(200)
  })
})

describe('refusals', () => {
  const denials = () =>
    world.audited
      .filter(({ action }) => action.endsWith('_denied'))
      .map(({ userId, action, ip, detail }) => [userId, action, ip, detail?.deny_reason])

  it('of a role or a capability are audited with the action of the route', async () => {
    world = await makeWorld({ plugins: [docker()] })
    const { id } = await world.claimed('a')
    const url = (server: string, resource: string) => `/api/servers/${server}/docker/${resource}`
    expect((await world.member('GET', url(id, 'containers'))).status).toBe(403)
    expect((await world.admin('GET', url(id, 'info'))).status).toBe(403)
    expect((await world.member('GET', url(id, 'info'))).status).toBe(403)
    for (const who of [world.member, world.admin]) await who('GET', url('nope', 'info'))
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    expect((await world.member('GET', url(id, 'containers'))).status).toBe(404)
    expect(denials()).toEqual([
      [expect.any(String), 'capability_denied', '127.0.0.1', 'agent_capability_disabled'],
      [expect.any(String), 'docker_view_denied', '127.0.0.1', 'agent_capability_disabled'],
      [expect.any(String), 'docker_view_denied', '127.0.0.1', 'role_forbidden'],
    ])
  })

  it('are audited at most 60 times per user and hour', async () => {
    world = await makeWorld({ plugins: [docker()] })
    const { id } = await world.claimed('a')
    for (let n = 0; n < 70; n += 1) await world.member('GET', `/api/servers/${id}/docker/containers`)
    expect(denials()).toHaveLength(60)
    await world.admin('GET', `/api/servers/${id}/docker/containers`)
    expect(denials()).toHaveLength(61)
    await world.kernel.clock.advance(3_600_000)
    await world.member('GET', `/api/servers/${id}/docker/containers`)
    expect(denials()).toHaveLength(62)
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

describe('messages and features', () => {
  it('reach every plugin that listens, each with its own schema', async () => {
    const received: string[] = []
    const listener = (plugin: string, fields: Parameters<typeof defineMessage>[1]) =>
      definePlugin({
        id: plugin,
        setup: () => ({
          contributes: contribute(
            agentMessages,
            onAgent(defineMessage('ping_result', fields), async () => {
              received.push(plugin)
              if (plugin === 'strict') throw new Error('broken listener')
            }),
          ),
        }),
      })
    world = await makeWorld({ plugins: [listener('strict', { task_id: str() }), listener('loose', {})] })
    const agent = await world.welcomed((await world.claimed('a')).token)
    agent.send({ type: 'ping_result', task_id: 'x' })
    agent.send({ type: 'ping_result', task_id: 5 })
    agent.send(systemInfo)
    await agent.next('ack')
    expect(received).toEqual(['strict', 'loose', 'loose'])
    expect(world.kernel.service(agents).frameStats()).toEqual({
      frames: 3,
      dropped: { malformed: 0, unknown: 0, invalid: 0 },
    })
  })

  it('tell plugins and browsers when they change, also when the agent is gone', async () => {
    const notified: (readonly string[])[] = []
    const listener = definePlugin({
      id: 'listener',
      setup: () => ({ on: [listen(featuresChanged, ({ features }) => void notified.push(features))] }),
    })
    world = await makeWorld({ plugins: [listener] })
    const { id, token } = await world.claimed('a')
    const browser = await world.browser()
    await browser.next('full_sync')
    const agent = await world.welcomed(token)
    agent.send({ ...systemInfo, features: ['docker'] })
    expect(await browser.next('features_changed')).toEqual({
      type: 'features_changed',
      server_id: id,
      features: ['docker'],
    })
    agent.send({ type: 'features_update', features: ['docker'] })
    agent.send({ type: 'features_update', features: [] })
    expect(await browser.next('features_changed')).toMatchObject({ features: [] })
    agent.send({ type: 'features_update', features: ['docker'] })
    await browser.next('features_changed')
    expect(world.kernel.service(agents).features(id)).toEqual(['docker'])
    agent.socket.terminate()
    expect(await browser.next('features_changed')).toMatchObject({ features: [] })
    expect(notified).toEqual([['docker'], [], ['docker'], []])
    expect(world.kernel.service(agents).features(id)).toEqual([])
  })

  it('of browsers may be handled asynchronously, and a rejection is logged', async () => {
    const broken = definePlugin({
      id: 'broken',
      setup: () => ({
        contributes: contribute(
          liveMessages,
          onLive(defineMessage('look', {}), async () => {
            throw new Error('broken handler')
          }),
        ),
      }),
    })
    world = await makeWorld({ plugins: [broken] })
    const browser = await world.browser()
    await browser.next('full_sync')
    browser.send({ type: 'look' })
    const failed = { msg: 'handling a browser message failed', type: 'look' }
    await vi.waitFor(() => expect(world.kernel.logs).toContainEqual(expect.objectContaining(failed)))
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
