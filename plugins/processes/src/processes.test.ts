import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { list, makeWorld, nginx, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)

describe('processes are collected', () => {
  it('from the first viewer to the last, and reach those who look at that server only', async () => {
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
    expect(web.agent.waiting('processes_stop')).toBe(0)
    bob.leave()
    await vi.waitFor(async () => {
      await advance(2000)
      expect(web.agent.waiting('processes_stop')).toBe(1)
    })
    web.agent.list()
    await web.agent.settle()
    expect([ann.waiting('processes_update'), eve.waiting('processes_update')]).toEqual([0, 0])
    expect([web.agent.waiting('processes_start'), other.agent.waiting('processes_stop')]).toEqual([0, 0])
  })

  it('without a stop when somebody comes back at once, who sees the last list without waiting', async () => {
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
    expect(agent.waiting('processes_stop')).toBe(0)
  })

  it('with a reminder for the agent, as long as somebody looks', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    await advance(30_000)
    await agent.next('processes_start')
  })

  it('and no reminder once nobody does', async () => {
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
    expect(agent.waiting('processes_start')).toBe(0)
  })

  it('again when the agent comes back, and its viewers know why it is quiet until then', async () => {
    const { id, token, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.leave()
    expect(await ann.next('processes_unavailable')).toEqual({
      type: 'processes_unavailable',
      server_id: id,
      reason: 'offline',
    })
    const back = await world.connectAgent(token)
    await back.next('processes_start')
    back.list()
    await ann.next('processes_update')
    expect(ann.waiting('processes_unavailable')).toBe(0)
  })

  it('again by an agent that took the place of another without a pause', async () => {
    const { id, token, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    const newer = await world.connectAgent(token)
    await newer.next('processes_start')
  })

  it('not on a host that denies it, until it does not any more', async () => {
    const { id, token, agent } = await world.server('web', 1852)
    const ann = await world.viewer()
    ann.subscribe(id)
    expect(await ann.next('processes_unavailable')).toMatchObject({ server_id: id, reason: 'denied' })
    agent.list()
    await agent.settle()
    expect([agent.waiting('processes_start'), ann.waiting('processes_update')]).toEqual([0, 0])
    const bob = await world.viewer()
    bob.subscribe(id)
    expect(await bob.next('processes_unavailable')).toMatchObject({ reason: 'denied' })
    const permitting = await world.connectAgent(token)
    await permitting.next('processes_start')
  })

  it('not where the agent says that it cannot', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    agent.say({ type: 'processes_unavailable' })
    await agent.settle()
    ann.subscribe(id)
    await agent.next('processes_start')
    expect(ann.waiting('processes_unavailable')).toBe(0)
    agent.say({ type: 'processes_unavailable' })
    agent.say({ type: 'processes_unavailable' })
    expect(await ann.next('processes_unavailable')).toMatchObject({ server_id: id, reason: 'unsupported' })
    await agent.settle()
    expect(ann.waiting('processes_unavailable')).toBe(0)
  })
})

describe('what a viewer may not see', () => {
  const refusal = async (who: 'admin' | 'member', id: string) => {
    const viewer = await world.viewer(who)
    viewer.subscribe(id)
    const { server_id, ...answer } = await viewer.next('processes_unavailable')
    expect(server_id).toBe(id)
    return answer
  }

  it('is answered as if it did not exist', async () => {
    const { id, agent } = await world.server('secret')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    expect(await refusal('member', id)).toEqual(await refusal('member', 'no-such-server'))
    expect(agent.waiting('processes_start')).toBe(0)
    const admin = await world.viewer('admin')
    admin.subscribe(id)
    await agent.next('processes_start')
  })

  it('does not come any more once the server was hidden, and goes on for admins', async () => {
    const { id, agent } = await world.server('web')
    const [ann, admin] = [await world.viewer(), await world.viewer('admin')]
    for (const viewer of [ann, admin]) viewer.subscribe(id)
    await agent.next('processes_start')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    agent.list()
    await admin.next('processes_update')
    expect(await ann.next('processes_unavailable')).toMatchObject({ reason: 'offline' })
    expect(ann.waiting('processes_update')).toBe(0)
  })

  it('is forgotten when its server is deleted', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    await world.call('DELETE', `/api/servers/${id}`)
    expect(await ann.next('processes_unavailable')).toMatchObject({ reason: 'offline' })
    await advance(120_000)
    expect(ann.waiting('processes_unavailable')).toBe(0)
  })

  it('is at most eight servers at a time: the oldest makes room', async () => {
    const fleet = []
    for (let n = 0; n < 9; n++) fleet.push(await world.server(`server-${n}`))
    const ann = await world.viewer()
    for (const { id } of fleet) ann.subscribe(id)
    await ann.settle()
    await advance(2000)
    await fleet[0]?.agent.next('processes_stop')
    expect(fleet.slice(1).map(({ agent }) => agent.waiting('processes_stop'))).toEqual(Array(8).fill(0))
  })
})

describe('an agent with bad intentions', () => {
  it('cannot send what nobody asked for, or more often than it may', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    agent.list()
    await agent.settle()
    ann.subscribe(id)
    await agent.next('processes_start')
    for (let n = 0; n < 50; n++) agent.list({ total: n + 200 })
    await agent.settle()
    expect(await ann.next('processes_update')).toMatchObject({ total: 200 })
    expect(ann.waiting('processes_update')).toBe(0)
    await advance(1000)
    agent.list()
    await ann.next('processes_update')
  })

  it.each([
    ['too many', { processes: Array.from({ length: 41 }, (_, pid) => ({ ...nginx, pid })) }],
    ['a name too long', { processes: [{ ...nginx, name: 'x'.repeat(65) }] }],
    ['no numbers', { processes: [{ ...nginx, cpu: 'much' }] }],
    ['no list', { processes: null }],
    ['a negative total', { total: -1 }],
  ])('cannot send %s', async (_, bad) => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    agent.list(bad)
    agent.raw('{"type":"processes","total":1,"processes":[{"pid":1e999}]}')
    agent.list()
    expect(await ann.next('processes_update')).toMatchObject(list)
    await agent.settle()
    expect(ann.waiting('processes_update')).toBe(0)
  })

  it('cannot disguise a process or stuff a list', async () => {
    const { id, agent } = await world.server('web')
    const ann = await world.viewer()
    ann.subscribe(id)
    await agent.next('processes_start')
    const odd = {
      pid: 1,
      name: '\u202Etxt.\n\u0000',
      user: '\u200B',
      cpu: -5,
      mem: 2 ** 60,
      started: 1e300,
      argv: ['--key'],
    }
    agent.list({ total: 0, extra: 'x', processes: [odd, nginx, { ...nginx, name: 'twice' }] })
    expect(await ann.next('processes_update')).toEqual({
      type: 'processes_update',
      server_id: id,
      total: 2,
      partial: false,
      processes: [
        { pid: 1, name: '?txt.??', user: '?', cpu: 0, mem: Number.MAX_SAFE_INTEGER, threads: null, started: null },
        { ...nginx, name: 'twice' },
      ],
    })
  })
})

it('a browser with bad intentions gets nothing, and nobody else suffers', async () => {
  const { id, agent } = await world.server('web')
  const [eve, ann] = [await world.viewer(), await world.viewer()]
  for (const server_id of ['', '__proto__', 'x'.repeat(1000), `${id}'--`]) eve.subscribe(server_id)
  for (const text of ['{"type":"processes_subscribe"}', '{"type":"processes_subscribe","server_id":5}']) eve.raw(text)
  eve.unsubscribe(id)
  for (let n = 0; n < 200; n++) {
    eve.subscribe(id)
    eve.unsubscribe(id)
  }
  ann.subscribe(id)
  await agent.next('processes_start')
  await agent.settle()
  // Two of the settling: the agent said anew what it can do.
  expect(agent.waiting('processes_start')).toBeLessThan(3)
  expect(agent.waiting('processes_stop')).toBe(0)
  agent.list()
  await ann.next('processes_update')
  expect(eve.waiting('processes_update')).toBe(0)
})
