import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { list, makeWorld, nginx, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)

describe('collecting processes', () => {
  it('starts with the first viewer, stops after the last, and updates only the viewers of that server', async () => {
    const web = await world.server('web')
    const other = await world.server('other')
    const [ann, bob, eve] = [await world.viewer(), await world.viewer('admin'), await world.viewer()]
    ann.subscribe(web.id)
    await web.agent.next('processes_start')
    bob.subscribe(web.id)
    eve.subscribe(other.id)
    await other.agent.next('processes_start')
    web.agent.list()
    const update = { type: 'processes_update', server_id: web.id, ...list }
    expect(await ann.next('processes_update')).toEqual(update)
    expect(await bob.next('processes_update')).toEqual(update)

    ann.unsubscribe(web.id)
    await ann.settle()
    await advance(3000)
    web.agent.list()
    await bob.next('processes_update')
    expect(web.agent.countOf('processes_stop')).toBe(0)
    bob.terminate()
    await vi.waitFor(async () => {
      await advance(2000)
      expect(web.agent.countOf('processes_stop')).toBe(1)
    })
    web.agent.list()
    await web.agent.settle()
    expect([ann.countOf('processes_update'), eve.countOf('processes_update')]).toEqual([0, 0])
    expect([web.agent.countOf('processes_start'), other.agent.countOf('processes_stop')]).toEqual([0, 0])
  })

  it('does not stop when a viewer returns immediately, and sends the latest list at once', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.list()
    await ann.next('processes_update')
    ann.unsubscribe(id)
    ann.subscribe(id)
    await ann.next('processes_update')
    await advance(10_000)
    await agent.settle()
    expect(agent.countOf('processes_stop')).toBe(0)
  })

  it('repeats the start message while there are viewers', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    await advance(30_000)
    await agent.next('processes_start')
  })

  it('no longer repeats it without viewers', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    ann.unsubscribe(id)
    await ann.settle()
    await advance(2000)
    await agent.next('processes_stop')
    await advance(28_000)
    await agent.settle()
    expect(agent.countOf('processes_start')).toBe(0)
  })

  it('tells viewers that the agent is offline and resumes when it reconnects', async () => {
    const { id, token, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.terminate()
    expect(await ann.next('processes_unavailable')).toEqual({
      type: 'processes_unavailable',
      server_id: id,
      reason: 'offline',
    })
    const reconnected = await world.connectAgent(token)
    await reconnected.next('processes_start')
    reconnected.list()
    await ann.next('processes_update')
    expect(ann.countOf('processes_unavailable')).toBe(0)
  })

  it('starts a newer connection that replaces the current one', async () => {
    const { id, token, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    const newer = await world.connectAgent(token)
    await newer.next('processes_start')
  })

  it('does not start on a host that denies it, until it is allowed', async () => {
    const { id, token, agent } = await world.server('web', 1852)
    const ann = await world.viewer()
    ann.subscribe(id)
    expect(await ann.next('processes_unavailable')).toMatchObject({ server_id: id, reason: 'denied' })
    agent.list()
    await agent.settle()
    expect([agent.countOf('processes_start'), ann.countOf('processes_update')]).toEqual([0, 0])
    const bob = await world.viewer()
    bob.subscribe(id)
    expect(await bob.next('processes_unavailable')).toMatchObject({ reason: 'denied' })
    const allowed = await world.connectAgent(token)
    await allowed.next('processes_start')
  })

  it('tells viewers once when the agent does not support it', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    agent.send({ type: 'processes_unavailable' })
    await agent.settle()
    ann.subscribe(id)
    await agent.next('processes_start')
    expect(ann.countOf('processes_unavailable')).toBe(0)
    agent.send({ type: 'processes_unavailable' })
    agent.send({ type: 'processes_unavailable' })
    expect(await ann.next('processes_unavailable')).toMatchObject({ server_id: id, reason: 'unsupported' })
    await agent.settle()
    expect(ann.countOf('processes_unavailable')).toBe(0)
  })
})

describe('authorization and limits', () => {
  const subscribeResponse = async (who: 'admin' | 'member', id: string) => {
    const viewer = await world.viewer(who)
    viewer.subscribe(id)
    const { server_id, ...response } = await viewer.next('processes_unavailable')
    expect(server_id).toBe(id)
    return response
  }

  it('treats a hidden server as unknown for members', async () => {
    const { id, agent } = await world.server('secret')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    expect(await subscribeResponse('member', id)).toEqual(await subscribeResponse('member', 'no-such-server'))
    expect(agent.countOf('processes_start')).toBe(0)
    const admin = await world.viewer('admin')
    admin.subscribe(id)
    await agent.next('processes_start')
  })

  it('unsubscribes members, but not admins, when a server is hidden', async () => {
    const { id, agent } = await world.server('web')
    const [ann, admin] = [await world.viewer(), await world.viewer('admin')]
    for (const viewer of [ann, admin]) viewer.subscribe(id)
    await agent.next('processes_start')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    agent.list()
    await admin.next('processes_update')
    expect(await ann.next('processes_unavailable')).toMatchObject({ reason: 'offline' })
    expect(ann.countOf('processes_update')).toBe(0)
  })

  it('unsubscribes viewers when the server is deleted', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    await world.call('DELETE', `/api/servers/${id}`)
    expect(await ann.next('processes_unavailable')).toMatchObject({ reason: 'offline' })
    await advance(120_000)
    expect(ann.countOf('processes_unavailable')).toBe(0)
  })

  it('limits a browser to eight servers; the oldest is replaced', async () => {
    const fleet = []
    for (let n = 0; n < 9; n++) fleet.push(await world.server(`server-${n}`))
    const ann = await world.viewer()
    for (const { id } of fleet) ann.subscribe(id)
    await ann.settle()
    await advance(2000)
    await fleet[0]?.agent.next('processes_stop')
    expect(fleet.slice(1).map(({ agent }) => agent.countOf('processes_stop'))).toEqual(Array(8).fill(0))
  })
})

describe('a malicious agent', () => {
  it('cannot send unrequested lists, or exceed the rate limit', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    agent.list()
    await agent.settle()
    ann.subscribe(id)
    await agent.next('processes_start')
    for (let n = 0; n < 50; n++) agent.list({ total: n + 200 })
    await agent.settle()
    expect(await ann.next('processes_update')).toMatchObject({ total: 200 })
    expect(ann.countOf('processes_update')).toBe(0)
    await advance(1000)
    agent.list()
    await ann.next('processes_update')
  })

  it.each([
    ['a value of the wrong type', { processes: [{ ...nginx, cpu: 'much' }] }],
    ['no list', { processes: null }],
    ['a negative total', { total: -1 }],
  ])('cannot send %s', async (_, bad) => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.list(bad)
    agent.sendRaw('{"type":"processes","total":1,"processes":[{"pid":1e999}]}')
    agent.list()
    expect(await ann.next('processes_update')).toMatchObject(list)
    await agent.settle()
    expect(ann.countOf('processes_update')).toBe(0)
  })

  it('sends more or longer than shown: lists and names are cut', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.list({ processes: Array.from({ length: 50 }, (_, pid) => ({ ...nginx, pid, name: 'x'.repeat(100) })) })
    const update = (await ann.next('processes_update')) as unknown as { processes: { pid: number; name: string }[] }
    expect(update.processes.map(({ pid }) => pid)).toEqual(Array.from({ length: 40 }, (_, pid) => pid))
    expect(update.processes[0]?.name.length).toBeLessThanOrEqual(64)
  })

  it('cannot disguise a process or send unknown fields and duplicates', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    const disguised = {
      pid: 1,
      name: '\u202Etxt.\n\u0000',
      user: '\u200B',
      cpu: -5,
      mem: 2 ** 60,
      started: 1e300,
      argv: ['--key'],
    }
    agent.list({ total: 0, extra: 'x', processes: [disguised, nginx, { ...nginx, name: 'duplicate' }] })
    expect(await ann.next('processes_update')).toEqual({
      type: 'processes_update',
      server_id: id,
      total: 2,
      partial: false,
      processes: [
        {
          pid: 1,
          name: '?txt.??',
          user: '?',
          cpu: 0,
          mem: Number.MAX_SAFE_INTEGER,
          threads: null,
          started: null,
          command: null,
          container: null,
        },
        { ...nginx, name: 'duplicate' },
      ],
    })
  })
})

it('a malicious browser gets nothing and does not affect other viewers', async () => {
  const { id, agent } = await world.server('web')
  const [eve, ann] = [await world.viewer(), await world.viewer()]
  for (const server_id of ['', '__proto__', 'x'.repeat(1000), `${id}'--`]) eve.subscribe(server_id)
  for (const text of ['{"type":"processes_subscribe"}', '{"type":"processes_subscribe","server_id":5}'])
    eve.sendRaw(text)
  eve.unsubscribe(id)
  for (let n = 0; n < 200; n++) {
    eve.subscribe(id)
    eve.unsubscribe(id)
  }
  ann.subscribe(id)
  await agent.next('processes_start')
  await agent.settle()
  // Up to two, because settling reports the agent's capabilities again.
  expect(agent.countOf('processes_start')).toBeLessThan(3)
  expect(agent.countOf('processes_stop')).toBe(0)
  agent.list()
  await ann.next('processes_update')
  expect(eve.countOf('processes_update')).toBe(0)
})
