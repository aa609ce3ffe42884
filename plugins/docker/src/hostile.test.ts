import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { info, makeWorld, type World, webId } from '../test/world.ts'

let world: World
let agent: Awaited<ReturnType<World['server']>>['agent']
let docker: (path: string) => string
beforeEach(async () => {
  world = await makeWorld()
  ;({ agent, docker } = await world.server('web'))
})
afterEach(() => world.kernel.close())

const long = 'x'.repeat(5000)
const requests = [
  ['containers', 'docker_list_containers', 'docker_containers'],
  ['info', 'docker_get_info', 'docker_info'],
  ['networks', 'docker_list_networks', 'docker_networks'],
  ['volumes', 'docker_list_volumes', 'docker_volumes'],
  ['images', 'docker_list_images', 'docker_images'],
  [`containers/${webId}`, 'docker_inspect', 'docker_inspected'],
] as const

describe('an agent that lies', () => {
  it.each(requests)('about %s is a bad gateway at once', async (path, request, type) => {
    for (const lie of [null, 'text', 7, [[null]]]) {
      const answer = world.ask('GET', docker(path))
      const field = path.includes('/') ? 'container' : path
      await agent.reply(request, { type, [field]: lie })
      expect((await answer).statusCode).toBe(502)
    }
  })

  it.each(requests)('about the id of a request for %s answers no other one', async (path, request, type) => {
    const answer = world.ask('GET', docker(path))
    await agent.next(request)
    for (const msg_id of ['', 'other', null, 7, undefined]) agent.send({ type, msg_id, info })
    await agent.stay(40_000)
    expect((await answer).statusCode).toBe(504)
  })

  it('about networks, volumes and images is cut down to plain values', async () => {
    const names = Array.from({ length: 1500 }, (_, n) => `n${n}`)
    const plain = { driver: 'local', labels: { a: long }, extra: 1 }
    const volumes = names.map((name) => ({ ...plain, name, mountpoint: '/v\u202e' }))
    const answer = world.call('GET', docker('volumes'))
    await agent.reply('docker_list_volumes', {
      type: 'docker_volumes',
      volumes: volumes.map((v) => ({ ...v, labels: {} })),
    })
    const { volumes: shown } = await answer
    expect(shown).toHaveLength(1000)
    expect(shown[0]).toEqual({ name: 'n0', driver: 'local', mountpoint: '/v?', created_at: null, labels: {} })

    const networks = world.call('GET', docker('networks'))
    const network = {
      id: 'n',
      name: long,
      driver: 'd',
      scope: 's',
      containers: { ['__proto__']: 'a', b: '\n' },
      extra: 1,
    }
    await agent.reply('docker_list_networks', { type: 'docker_networks', networks: [network, network] })
    expect(await networks).toEqual({
      networks: [
        {
          id: 'n',
          name: long.slice(0, 256),
          driver: 'd',
          scope: 's',
          containers: JSON.parse('{"__proto__":"a","b":"?"}'),
        },
      ],
    })

    const images = world.call('GET', docker('images'))
    const image = { id: 'i', tags: Array(500).fill('t'), digests: [], created: -1, size: 2 ** 60, containers: 1 }
    await agent.reply('docker_list_images', { type: 'docker_images', images: [image] })
    const [first] = (await images).images
    expect(first).toMatchObject({ created: 0, size: Number.MAX_SAFE_INTEGER, containers: 1 })
    expect(first.tags).toHaveLength(128)
  })

  it('in a very deep document harms nobody', async () => {
    const answer = world.ask('GET', docker(`containers/${webId}`))
    const { msg_id } = await agent.next('docker_inspect')
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    agent.sendRaw(`{"type":"docker_inspected","msg_id":"${msg_id}","container":{"deep":${deep}}}`)
    await agent.stay(40_000)
    expect((await answer).statusCode).toBe(504)
    const next = world.call('GET', docker('info'))
    await agent.reply('docker_get_info', { type: 'docker_info', info })
    expect(await next).toEqual({ info })
  })

  it('in floods of replies, statistics and refusals changes nothing', async () => {
    for (let n = 0; n < 300; n++) {
      agent.send({ type: 'docker_containers', msg_id: null, containers: [] })
      agent.send({ type: 'docker_stats', stats: [] })
      agent.send({ type: 'docker_unavailable', error: long })
      agent.send({ type: 'docker_log', session_id: `s${n}`, entries: [] })
      agent.send({ type: 'docker_action_result', msg_id: `m${n}`, success: true })
    }
    await agent.settle()
    const answer = world.call('GET', docker('info'))
    await agent.reply('docker_get_info', { type: 'docker_info', info })
    expect(await answer).toEqual({ info })
  })
})
