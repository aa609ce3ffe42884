import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPages } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, type World, webId } from '../../test/world.ts'

const now = noon / 1000
const event = (more: object = {}) => ({
  timestamp: now,
  event_type: 'container',
  action: 'start',
  actor_id: webId,
  actor_name: 'web',
  attributes: { image: 'nginx:1.27', name: 'web' },
  ...more,
})
const message = (more?: object) => ({ type: 'docker_event', event: event(more) })

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)
const stored = async ({ docker }: { docker: (path: string) => string }, query = '') =>
  (await world.call('GET', docker(`events${query}`), undefined, 'member')).events

describe('events', () => {
  it('are requested although nobody watches, and stored, newest first', async () => {
    const server = await world.server('web')
    expect(await server.agent.next('docker_events_start')).toMatchObject({ since: null })
    server.agent.send(message({ timestamp: now - 10, action: 'create' }))
    server.agent.send(message({ timestamp: now - 5, action: 'start' }))
    server.agent.send(message({ timestamp: now - 5, action: 'die', attributes: { exitCode: '137' } }))
    await server.agent.settle()
    expect(await stored(server)).toEqual([
      event({ timestamp: now - 5, action: 'die', attributes: { exitCode: '137' } }),
      event({ timestamp: now - 5, action: 'start' }),
      event({ timestamp: now - 10, action: 'create' }),
    ])
    expect(await stored(server, '?limit=1')).toMatchObject([{ action: 'die' }])
    const read = (url: string) => world.kernel.as('member').inject(url)
    const pages = await readPages<{ events: { action: string }[] }>(read, server.docker('events?limit=1'))
    expect(pages.map(({ events }) => events.map(({ action }) => action))).toEqual([['die'], ['start'], ['create']])
    expect(server.agent.countOf('docker_events_start')).toBe(0)
  })

  it('are answered while the host is offline', async () => {
    const server = await world.server('web')
    server.agent.send(message())
    await server.agent.settle()
    server.agent.terminate()
    await vi.waitFor(async () => expect((await world.ask('GET', server.docker('info'))).statusCode).toBe(404))
    expect(await stored(server)).toHaveLength(1)
  })

  it('go to those who watch the host, each of them, and to nobody else', async () => {
    const { id, agent } = await world.server('web')
    const [ann, bob] = [await world.viewer(), await world.viewer()]
    ann.subscribe(id)
    await agent.next('docker_start_stats')
    for (const action of ['kill', 'die', 'stop']) agent.send(message({ action }))
    for (const action of ['kill', 'die', 'stop']) {
      expect(await ann.next('docker_event')).toEqual({ type: 'docker_event', server_id: id, event: event({ action }) })
    }
    await agent.settle()
    expect(bob.countOf('docker_event')).toBe(0)
  })

  it('that health checks cause all the time are not stored', async () => {
    const server = await world.server('web')
    for (const action of ['exec_create: /bin/check', 'exec_start: /bin/check', 'exec_die', 'top']) {
      server.agent.send(message({ action }))
    }
    server.agent.send(message({ action: 'health_status: healthy' }))
    await server.agent.settle()
    expect(await stored(server)).toMatchObject([{ action: 'health_status: healthy' }])
  })

  it.each([
    ['the capability', { agent_local_capabilities: 0 }],
    ['the feature', { features: [] }],
  ])('are neither requested nor stored without %s', async (_, facts) => {
    const { id, agent } = await world.server('web', facts)
    agent.send(message())
    await agent.settle()
    expect(agent.countOf('docker_events_start')).toBe(0)
    expect(
      world.kernel.database.prepare('SELECT count(*) AS n FROM docker_events WHERE server_id = ?').get(id),
    ).toEqual({ n: 0 })
    await agent.introduce({ agent_local_capabilities: 128, features: ['docker'] })
    await agent.next('docker_events_start')
  })

  it('end with their server', async () => {
    const server = await world.server('web')
    server.agent.send(message())
    await server.agent.settle()
    await world.call('DELETE', `/api/servers/${server.id}`)
    expect(world.kernel.database.prepare('SELECT count(*) AS n FROM docker_events').get()).toEqual({ n: 0 })
  })
})

describe('after a reconnect', () => {
  it('events are requested from the last one on, and stored once', async () => {
    const server = await world.server('web')
    const restart = (timestamp: number) => ['die', 'start'].map((action) => message({ timestamp, action }))
    // Twice the same within one second, as a container does that cannot start.
    const before = [message({ timestamp: now - 8 }), ...restart(now - 2), ...restart(now - 2)]
    for (const one of before) server.agent.send(one)
    await server.agent.settle()
    server.agent.terminate()
    const agent = await world.connectAgent(server.token)
    expect(await agent.next('docker_events_start')).toMatchObject({ since: now - 2 })
    const repeated = [...restart(now - 2), ...restart(now - 2)]
    const missed = [message({ timestamp: now - 2, action: 'die' }), message({ timestamp: now - 1 })]
    for (const one of [...repeated, ...missed]) agent.send(one)
    // Long after, the same happens again.
    agent.send(message({ timestamp: now }))
    await agent.settle()
    expect(await stored(server)).toHaveLength(before.length + 3)
  })

  it('a newer connection is asked, and a daemon that is back', async () => {
    const server = await world.server('web')
    await server.agent.next('docker_events_start')
    const newer = await world.connectAgent(server.token)
    await newer.next('docker_events_start')
    newer.send({ type: 'features_update', features: [] })
    newer.send({ type: 'features_update', features: ['docker'] })
    await newer.next('docker_events_start')
  })

  it('a restarted server asks for what it missed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-docker-events-'))
    let own = await makeWorld({ dataDir })
    const { token, agent, docker } = await own.server('web')
    agent.send(message({ timestamp: now - 3 }))
    await agent.settle()
    await own.kernel.close()
    own = await makeWorld({ dataDir })
    const again = await own.connectAgent(token)
    expect(await again.next('docker_events_start')).toMatchObject({ since: now - 3 })
    again.send(message({ timestamp: now - 3 }))
    await again.settle()
    expect((await own.call('GET', docker('events'))).events).toHaveLength(1)
    await own.kernel.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe('limits', () => {
  it('old events are deleted after the configured days', async () => {
    const own = await makeWorld({ config: { retention: { docker_events_days: 2 } } })
    const { agent, docker } = await own.server('web')
    for (const days of [0, 1, 3]) agent.send(message({ timestamp: now - days * 86_400 }))
    await agent.settle()
    await own.kernel.runJob('Cleanup')
    expect((await own.call('GET', docker('events'))).events).toHaveLength(2)
    await own.kernel.close()
  })

  it('a flood is dropped, and said to be in the log', async () => {
    const server = await world.server('web')
    const other = await world.server('other')
    for (let n = 0; n < 700; n++) server.agent.send(message({ actor_id: `c${n}` }))
    await server.agent.settle()
    other.agent.send(message())
    await other.agent.settle()
    expect([await stored(server, '?limit=1000'), await stored(other)].map((list) => list.length)).toEqual([600, 1])
    const warnings = world.kernel.logs.filter((line) =>
      JSON.stringify(line).includes('more Docker events than are stored'),
    )
    expect(warnings).toHaveLength(1)
    await advance(60_000)
    const back = await world.connectAgent(server.token)
    back.send(message({ actor_id: 'later' }))
    await back.settle()
    expect(await stored(server, '?limit=1')).toMatchObject([{ actor_id: 'later' }])
  })

  it('a server keeps its newest ten thousand', async () => {
    const { id, agent, token, docker } = await world.server('web')
    await agent.settle()
    const insert = world.kernel.database.prepare(
      `INSERT INTO docker_events (server_id, timestamp, event_type, action, actor_id, attributes) VALUES (?, ?, 'container', 'start', ?, '{}')`,
    )
    world.kernel.database.transaction(() => {
      for (let n = 0; n < 10_050; n++) insert.run(id, now, `c${n}`)
    })()
    await (await world.connectAgent(token)).settle()
    expect(world.kernel.database.prepare('SELECT count(*) AS n FROM docker_events').get()).toEqual({ n: 10_000 })
    expect((await world.call('GET', docker('events?limit=1'))).events).toMatchObject([{ actor_id: 'c10049' }])
  })

  it('an event is plain, small, and of no time to come', async () => {
    const server = await world.server('web')
    const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`label${n}`, 'x'.repeat(2000)]))
    server.agent.send(message({ timestamp: 9e15, action: 'start\u202e\n', actor_name: null, attributes }))
    server.agent.send(message({ timestamp: -7 }))
    server.agent.send({ type: 'docker_event', event: { ...event(), attributes: 'none' } })
    server.agent.send({ type: 'docker_event' })
    await server.agent.settle()
    const [first, second, ...more] = await stored(server)
    expect(first).toMatchObject({ timestamp: now, action: 'start??', actor_name: null })
    expect(JSON.stringify(first).length).toBeLessThan(6000)
    expect(second).toMatchObject({ timestamp: 0 })
    expect(more).toEqual([])
  })
})
