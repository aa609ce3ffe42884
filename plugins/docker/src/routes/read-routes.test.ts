import { secretMask } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { info, makeWorld, type World, web, webId, webStats } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)
const failureOf = async (answer: ReturnType<World['ask']>) => {
  const { statusCode, body } = await answer
  const { error } = JSON.parse(body)
  return [statusCode, error.code, error.details?.code]
}
const lists = ['containers', 'stats', 'info', 'networks', 'volumes', 'images', `containers/${webId}`]

describe('containers', () => {
  it('are asked for when nobody watches, once for all who ask at the same time', async () => {
    const { agent, docker } = await world.server('web')
    const answers = [
      world.call('GET', docker('containers'), undefined, 'member'),
      world.call('GET', docker('containers')),
    ]
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [web] })
    for (const answer of answers) expect((await answer).containers).toMatchObject([web])
    expect(agent.countOf('docker_list_containers')).toBe(0)
    await advance(4000)
    expect((await world.call('GET', docker('containers'))).containers).toHaveLength(1)
    await advance(2000)
    const fresh = world.call('GET', docker('containers'))
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [] })
    expect(await fresh).toEqual({ containers: [] })
  })

  it('and statistics are those that viewers got last, while they are fresh', async () => {
    const { id, agent, docker } = await world.server('web')
    const viewer = await world.viewer()
    viewer.subscribe(id)
    await agent.next('docker_start_stats')
    agent.send({ type: 'docker_containers', msg_id: null, containers: [web] })
    agent.send({ type: 'docker_stats', stats: [webStats] })
    await agent.settle()
    expect((await world.call('GET', docker('containers'))).containers).toMatchObject([web])
    expect((await world.call('GET', docker('stats'))).stats).toMatchObject([webStats])
    expect([agent.countOf('docker_list_containers'), agent.countOf('docker_stop_stats')]).toEqual([0, 0])
  })

  it('are forgotten with the daemon', async () => {
    const { agent, docker } = await world.server('web')
    const before = world.call('GET', docker('containers'))
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [web] })
    await before
    agent.send({ type: 'features_update', features: [] })
    await vi.waitFor(async () => expect((await world.ask('GET', docker('containers'))).statusCode).toBe(403))
    agent.send({ type: 'features_update', features: ['docker'] })
    await vi.waitFor(async () => expect((await world.ask('GET', docker('events'))).statusCode).toBe(200))
    const after = world.call('GET', docker('containers'))
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [] })
    expect(await after).toEqual({ containers: [] })
  })

  it('fail in the words of the daemon, and the next request asks again', async () => {
    const { agent, docker } = await world.server('web')
    const answer = failureOf(world.ask('GET', docker('containers')))
    const error = 'permission denied: add the agent to the group docker'
    await agent.reply('docker_list_containers', { type: 'docker_unavailable', error, code: 'denied' })
    expect((await answer)[0]).toBe(403)
    const again = world.ask('GET', docker('containers'))
    await agent.reply('docker_list_containers', { type: 'docker_unavailable' })
    expect((await again).statusCode).toBe(503)
  })
})

describe('statistics', () => {
  it('are sampled when nobody watches, and stopped', async () => {
    const { agent, docker } = await world.server('web')
    const answer = world.call('GET', docker('stats'))
    expect(await agent.next('docker_start_stats')).toMatchObject({ interval_secs: 3 })
    agent.send({ type: 'docker_stats', stats: [webStats] })
    expect((await answer).stats).toMatchObject([webStats])
    await agent.next('docker_stop_stats')
  })

  it('go on if a viewer has come meanwhile', async () => {
    const { id, agent, docker } = await world.server('web')
    const answer = world.call('GET', docker('stats'))
    await agent.next('docker_start_stats')
    const viewer = await world.viewer()
    viewer.subscribe(id)
    await agent.next('docker_start_stats')
    agent.send({ type: 'docker_stats', stats: [webStats] })
    expect((await answer).stats).toHaveLength(1)
    await agent.settle()
    expect(agent.countOf('docker_stop_stats')).toBe(0)
  })

  it('that do not come are a timeout, and stopped too', async () => {
    const { agent, docker } = await world.server('web')
    const answer = failureOf(world.ask('GET', docker('stats')))
    await agent.next('docker_start_stats')
    await advance(15_000)
    expect((await answer)[0]).toBe(504)
    await agent.next('docker_stop_stats')
  })
})

it('the daemon is asked about itself once a minute', async () => {
  const { agent, docker } = await world.server('web')
  const answer = world.call('GET', docker('info'))
  await agent.reply('docker_get_info', { type: 'docker_info', info })
  expect(await answer).toEqual({ info })
  await agent.stay(59_000)
  expect(await world.call('GET', docker('info'))).toEqual({ info })
  await advance(1000)
  const again = world.call('GET', docker('info'))
  await agent.reply('docker_get_info', { type: 'docker_info', info: { ...info, images: 4 } })
  expect(await again).toEqual({ info: { ...info, images: 4 } })
})

it.each([
  [
    'networks',
    'docker_list_networks',
    { id: 'n1', name: 'bridge', driver: 'bridge', scope: 'local', containers: { [webId]: 'web' } },
  ],
  [
    'volumes',
    'docker_list_volumes',
    { name: 'data', driver: 'local', mountpoint: '/d', created_at: null, labels: { a: 'b' } },
  ],
  [
    'images',
    'docker_list_images',
    { id: 'sha256:1', tags: ['nginx:1'], digests: ['nginx@sha256:2'], created: 5, size: 6, containers: 1 },
  ],
])('%s come from the host', async (name, type, item) => {
  const { agent, docker } = await world.server('web')
  const answer = world.call('GET', docker(name), undefined, 'member')
  await agent.reply(type, { type: `docker_${name}`, [name]: [item] })
  expect(await answer).toEqual({ [name]: [item] })
})

describe('access', () => {
  it.each([...lists, 'events'])('to %s needs the capability, and a refusal is audited', async (path) => {
    const { id, docker } = await world.server('web', { agent_local_capabilities: 0 })
    expect(await failureOf(world.ask('GET', docker(path), undefined, 'member'))).toEqual([
      403,
      'FORBIDDEN',
      'kernel.CAPABILITY_DISABLED',
    ])
    expect(world.audited('docker_view_denied')).toEqual([
      { server_id: id, capability: 'docker', deny_reason: 'agent_capability_disabled' },
    ])
    expect(world.audited('docker_view')).toEqual([])
  })

  it.each(lists)('to %s needs a reachable daemon', async (path) => {
    const { docker } = await world.server('web', { features: [] })
    expect(await failureOf(world.ask('GET', docker(path)))).toEqual([403, 'FORBIDDEN', 'docker.NOT_AVAILABLE'])
  })

  it('says why the daemon is not reachable, in the words of the agent, until it is', async () => {
    const { docker, agent } = await world.server('web', { features: [] })
    agent.send({ type: 'docker_unavailable', error: 'permission denied:\u0007 add svc to the group docker' })
    await agent.introduce({ agent_local_capabilities: 128, features: [] })
    const answer = await world.ask('GET', docker('info'))
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      403,
      {
        code: 'FORBIDDEN',
        details: { code: 'docker.DAEMON_UNAVAILABLE', params: { reason: expect.stringMatching(/group docker$/) } },
      },
    ])
    expect(answer.body).not.toContain('\\u0007')
    await agent.introduce({ agent_local_capabilities: 128, features: ['docker'] })
    await agent.introduce({ agent_local_capabilities: 128, features: [] })
    expect(await failureOf(world.ask('GET', docker('info')))).toEqual([403, 'FORBIDDEN', 'docker.NOT_AVAILABLE'])
  })

  it.each(['images', `containers/${webId}`])(
    'to %s needs an agent that knows it, instead of a timeout',
    async (path) => {
      const { docker } = await world.server('web', { features: ['docker'] })
      expect(await failureOf(world.ask('GET', docker(path)))).toEqual([403, 'FORBIDDEN', 'docker.NOT_SUPPORTED'])
    },
  )

  it('is audited once per user, server and ten minutes', async () => {
    const [one, two] = [await world.server('one'), await world.server('two')]
    for (const path of ['events', 'events', 'containers']) {
      const answer = world.ask('GET', one.docker(path), undefined, 'member')
      if (path === 'containers')
        await one.agent.reply('docker_list_containers', { type: 'docker_containers', containers: [] })
      expect((await answer).statusCode).toBe(200)
    }
    await world.call('GET', one.docker('events'))
    await world.call('GET', two.docker('events'))
    await two.agent.stay(599_000)
    await world.call('GET', two.docker('events'))
    expect(world.audited('docker_view')).toEqual([
      { server_id: one.id, resource: 'events' },
      { server_id: one.id, resource: 'events' },
      { server_id: two.id, resource: 'events' },
    ])
    await advance(1000)
    await world.call('GET', two.docker('events'))
    expect(world.audited('docker_view')).toHaveLength(4)
  })

  it('is 404 for a member to a hidden server, and while it is offline except for events', async () => {
    const { id, agent, docker } = await world.server('web')
    agent.terminate()
    await vi.waitFor(async () => expect((await world.ask('GET', docker('info'))).statusCode).toBe(404))
    expect(await world.call('GET', docker('events'), undefined, 'member')).toEqual({ events: [], next: null })
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    for (const path of ['info', 'events']) {
      expect(await failureOf(world.ask('GET', docker(path), undefined, 'member'))).toEqual([
        404,
        'NOT_FOUND',
        'kernel.UNKNOWN_SERVER',
      ])
    }
  })

  it.each(['limit=0', 'limit=1001', 'limit=x'])('to events with %s is a bad request', async (query) => {
    const { docker } = await world.server('web')
    expect((await world.ask('GET', docker(`events?${query}`))).statusCode).toBe(400)
  })
})

describe('the inspection of a container', () => {
  const path = `containers/${webId}`
  const container = { Id: webId, Config: { Env: ['PASSWORD=secret=1\nsecond line', 'EMPTY'], Tty: false } }
  const masked = { Id: webId, Config: { Env: [`PASSWORD=${secretMask}`, 'EMPTY'], Tty: false } }

  it('has no values of environment variables, also if the host sends them', async () => {
    const { agent, docker } = await world.server('web')
    const answer = world.call('GET', docker(path), undefined, 'member')
    const request = await agent.reply('docker_inspect', { type: 'docker_inspected', container })
    expect(request).toMatchObject({ container_id: webId, reveal: false })
    expect(await answer).toEqual({ container: masked })
  })

  it.each([
    ['a string', 'A=b', []],
    ['numbers', [7], [secretMask]],
  ])('has none if they are %s', async (_, Env, expected) => {
    const { agent, docker } = await world.server('web')
    const answer = world.call('GET', docker(path))
    await agent.reply('docker_inspect', { type: 'docker_inspected', container: { Config: { Env } } })
    expect(await answer).toEqual({ container: { Config: { Env: expected } } })
  })

  it('reveals them to admins, and audits that each time', async () => {
    const { id, agent, docker } = await world.server('web')
    for (let n = 0; n < 2; n++) {
      const answer = world.call('GET', docker(`${path}?reveal=true`))
      const request = await agent.reply('docker_inspect', { type: 'docker_inspected', container })
      expect(request).toMatchObject({ reveal: true })
      expect(await answer).toEqual({ container })
    }
    expect(world.audited('docker_env_revealed')).toEqual(Array(2).fill({ server_id: id, container_id: webId }))
  })

  it('reveals them to no member, and audits that', async () => {
    const { id, agent, docker } = await world.server('web')
    const answer = world.ask('GET', docker(`${path}?reveal=true`), undefined, 'member')
    expect(await failureOf(answer)).toEqual([403, 'FORBIDDEN', 'kernel.ADMIN_ONLY'])
    expect(agent.countOf('docker_inspect')).toBe(0)
    expect(world.audited('docker_env_reveal_denied')).toEqual([
      { server_id: id, container_id: webId, deny_reason: 'role_forbidden' },
    ])
  })

  it.each([
    ['..%2F..%2Fvolumes%2Fprune%3F', 422],
    ['%2e%2e', 404],
    ['..', 404],
    ['a%2Fb', 422],
    ['a%00', 422],
    ['-x', 422],
    ['a%20b', 422],
    ['x'.repeat(129), 414],
  ])('of %s never reaches the host', async (cid, status) => {
    const { agent, docker } = await world.server('web')
    expect((await world.ask('GET', docker(`containers/${cid}`))).statusCode).toBe(status)
    expect((await world.ask('POST', docker(`containers/${cid}/action`), 'Start')).statusCode).toBe(status)
    await agent.settle()
    expect([agent.countOf('docker_inspect'), agent.countOf('docker_container_action')]).toEqual([0, 0])
  })
})
