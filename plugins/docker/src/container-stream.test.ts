import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World, web, webId, webStats } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)

const containers = (...list: object[]) => ({ type: 'docker_containers', msg_id: null, containers: list })
const stats = (...list: object[]) => ({ type: 'docker_stats', stats: list })

async function watched(facts?: object) {
  const server = await world.server('web', facts)
  const viewer = await world.viewer()
  viewer.subscribe(server.id)
  return { ...server, viewer }
}

describe('monitoring', () => {
  it('begins with the first viewer and ends with the last', async () => {
    const { id, agent, viewer } = await watched()
    expect(await agent.next('docker_start_stats')).toMatchObject({ interval_secs: 3 })
    const second = await world.viewer('admin')
    second.subscribe(id)
    agent.send(containers(web))
    expect(await second.next('docker_update')).toMatchObject({ server_id: id, containers: [web], stats: null })
    expect(await viewer.next('docker_update')).toMatchObject({ server_id: id })
    viewer.unsubscribe(id)
    second.terminate()
    await vi.waitFor(async () => {
      await advance(3000)
      expect(agent.countOf('docker_stop_stats')).toBe(1)
    })
  })

  it('sends one update per tick, and a change of the list at once', async () => {
    const { agent, viewer } = await watched()
    await agent.next('docker_start_stats')
    agent.send(containers(web))
    expect(await viewer.next('docker_update')).toMatchObject({ stats: null })
    agent.send(stats(webStats))
    expect(await viewer.next('docker_update')).toMatchObject({ containers: [web], stats: [webStats] })
    await advance(3000)
    agent.send(containers(web))
    await agent.settle()
    expect(viewer.countOf('docker_update')).toBe(0)
    agent.send(stats({ ...webStats, cpu_percent: 20 }))
    expect(await viewer.next('docker_update')).toMatchObject({ stats: [{ cpu_percent: 20 }] })
    await advance(3000)
    agent.send(containers({ ...web, state: 'exited' }))
    expect(await viewer.next('docker_update')).toMatchObject({ containers: [{ state: 'exited' }] })
  })

  it.each([
    ['denied', { agent_local_capabilities: 0 }],
    ['unsupported', { features: [] }],
  ])('is %s', async (reason, facts) => {
    const { id, agent, viewer } = await watched(facts)
    expect(await viewer.next('docker_update_unavailable')).toMatchObject({ server_id: id, reason })
    expect(agent.countOf('docker_start_stats')).toBe(0)
  })

  it('goes on when the daemon is back', async () => {
    const { agent, viewer } = await watched()
    await agent.next('docker_start_stats')
    agent.send({ type: 'features_update', features: [] })
    expect(await viewer.next('docker_update_unavailable')).toMatchObject({ reason: 'unsupported' })
    agent.send({ type: 'features_update', features: ['docker'] })
    await agent.next('docker_start_stats')
    agent.send(containers(web))
    expect(await viewer.next('docker_update')).toMatchObject({ containers: [web] })
  })
})

describe('availability', () => {
  it('is told to everyone who may see the server, also at the end of the connection', async () => {
    const viewer = await world.viewer()
    const { id, agent } = await world.server('web')
    expect(await viewer.next('docker_availability_changed')).toMatchObject({ server_id: id, available: true })
    agent.send({ type: 'features_update', features: ['docker', 'other'] })
    agent.send({ type: 'features_update', features: ['other'] })
    expect(await viewer.next('docker_availability_changed')).toMatchObject({ available: false })
    agent.send({ type: 'features_update', features: ['docker'] })
    expect(await viewer.next('docker_availability_changed')).toMatchObject({ available: true })
    agent.terminate()
    expect(await viewer.next('docker_availability_changed')).toMatchObject({ available: false })
    expect(viewer.countOf('docker_availability_changed')).toBe(0)
  })

  it('of a hidden server is told to admins only', async () => {
    const { id, agent } = await world.server('web')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    const [member, admin] = [await world.viewer(), await world.viewer('admin')]
    agent.send({ type: 'features_update', features: [] })
    await admin.next('docker_availability_changed')
    expect(member.countOf('docker_availability_changed')).toBe(0)
  })
})

describe('a lying agent', () => {
  it.each([
    ['no list', { containers: null }],
    ['a container without a name', { containers: [{ ...web, name: undefined }] }],
    ['a port that is none', { containers: [{ ...web, ports: [{ private_port: 70_000, port_type: 'tcp' }] }] }],
    ['labels that are no texts', { containers: [{ ...web, labels: { a: 1 } }] }],
  ])('cannot send %s', async (_, bad) => {
    const { agent, viewer } = await watched()
    await agent.next('docker_start_stats')
    agent.send({ ...containers(), ...bad })
    await agent.settle()
    expect(viewer.countOf('docker_update')).toBe(0)
  })

  it('is cut down to plain values, one container per id, and no unknown fields', async () => {
    const { agent, viewer } = await watched()
    await agent.next('docker_start_stats')
    const long = 'x'.repeat(5000)
    const odd = {
      ...web,
      name: 'a\u202Eb\n',
      status: long,
      created: -5,
      exit_code: -1e300,
      error: long,
      labels: { a: long, b: long, c: long, d: long, e: long },
      ports: Array(500).fill(web.ports[0]),
      env: ['KEY=1'],
      restarts: 4_000_000_000,
    }
    const broken = { ...webStats, cpu_percent: -1, memory_usage: 2 ** 60, memory_percent: 900, secret: 1 }
    agent.send(stats(broken, { ...broken, id: '../x' }))
    agent.send(containers({ ...web, name: 'first' }, odd, { ...web, id: 'x/../y' }, { ...web, id: '' }))
    const update = await viewer.next('docker_update')
    expect(update).toMatchObject({
      containers: [{ id: webId, name: 'a?b?', created: 0, exit_code: -253_402_300_799 }],
      stats: [{ cpu_percent: 0, memory_usage: Number.MAX_SAFE_INTEGER, memory_percent: 100 }],
    })
    const [container] = update.containers as { ports: unknown[]; labels: object; status: string; env?: unknown }[]
    expect(container).not.toHaveProperty('env')
    expect(JSON.stringify(update)).not.toContain('secret')
    expect([container?.ports.length, container?.status.length]).toEqual([128, 256])
    expect(Object.keys(container?.labels ?? {})).toEqual(['a', 'b', 'c'])
  })

  it('cannot fill a page with containers, nor send faster than every half second', async () => {
    const { agent, viewer } = await watched()
    await agent.next('docker_start_stats')
    const many = Array.from({ length: 2500 }, (_, n) => ({ ...web, id: `c${n}`, ports: [], labels: {} }))
    for (let n = 0; n < 20; n++) agent.send(containers(...many))
    const { containers: list } = await viewer.next('docker_update')
    expect(list).toHaveLength(2000)
    await agent.settle()
    expect(viewer.countOf('docker_update')).toBe(0)
  })
})
