import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hop, makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

type Server = Awaited<ReturnType<World['server']>>

/** Starts a trace and returns what the agent was sent. */
async function begin(server: Server, body: object = { target: 'example.com' }) {
  const { status, data } = await world.start(server.id, body)
  expect(status).toBe(200)
  const message = await server.agent.next('traceroute')
  expect(message.request_id).toBe(data.request_id)
  return { ...message, request_id: data.request_id as string }
}

function sendRound({ agent }: Server, request_id: string, round: number, more: object = {}) {
  agent.send({
    type: 'traceroute_round_update',
    request_id,
    target: 'example.com',
    round,
    total_rounds: 5,
    hops: [hop(1, '192.0.2.1'), hop(2)],
    completed: false,
    error: null,
    ...more,
  })
  return agent.settle()
}

const finish = (server: Server, request_id: string, more: object = {}) =>
  sendRound(server, request_id, 5, {
    hops: [hop(1, '192.0.2.1'), hop(2), hop(3, '198.51.100.7')],
    completed: true,
    address: '198.51.100.7',
    reached: true,
    ...more,
  })

describe('a trace', () => {
  it('is sent to the agent, followed round by round, stored, and audited', async () => {
    const server = await world.server('web-1')
    const browser = await world.browser()
    await browser.next('full_sync')
    const sent = await begin(server, { target: 'example.com', protocol: 'TCP', port: 443 })
    expect(sent).toMatchObject({
      target: 'example.com',
      protocol: 'tcp',
      port: 443,
      max_hops: 30,
      rounds: 5,
      flow: 'paris',
    })
    const { request_id } = sent
    const startedAt = world.kernel.clock.now()
    expect(await world.snapshot(server.id, request_id)).toMatchObject({
      request_id,
      target: 'example.com',
      protocol: 'tcp',
      started_at: startedAt,
      completed_at: null,
      completed: false,
      round: 0,
      total_rounds: 5,
      hops: [],
      error: null,
    })
    expect(await browser.next('traceroute_update')).toMatchObject({ server_id: server.id, request_id, round: 0 })
    await sendRound(server, request_id, 1)
    expect(await browser.next('traceroute_update')).toMatchObject({
      round: 1,
      completed: false,
      hops: [{ hop: 1 }, { hop: 2 }],
    })
    expect(await world.history(server.id)).toMatchObject([{ request_id, completed_at: null, hop_count: 2 }])

    await world.kernel.clock.advance(7000)
    await finish(server, request_id)
    const end = await world.snapshot(server.id, request_id)
    expect(end).toMatchObject({
      started_at: startedAt,
      completed_at: startedAt + 7000,
      completed: true,
      reached: true,
      round: 5,
      address: '198.51.100.7',
      hops: [{ hop: 1, ips: ['192.0.2.1'], loss_pct: 0, avg_ms: 1.5 }, { hop: 2, loss_pct: 100 }, { hop: 3 }],
      hosts: [{ ip: '192.0.2.1' }, { ip: '198.51.100.7' }],
    })
    expect(end.hops[1]).not.toHaveProperty('ips')
    expect(await world.history(server.id)).toEqual([
      {
        request_id,
        server_id: server.id,
        target: 'example.com',
        protocol: 'tcp',
        port: 443,
        started_at: startedAt,
        completed_at: startedAt + 7000,
        hop_count: 3,
        has_error: false,
        reached: true,
        alert: null,
      },
    ])
    expect(world.audited('traceroute.start')).toEqual([
      { server_id: server.id, request_id, target: 'example.com', protocol: 'tcp' },
    ])
  })

  it('ends with the words of the agent', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await sendRound(server, request_id, 0, {
      total_rounds: 0,
      hops: [],
      completed: true,
      error: 'raw sockets are not permitted on this host: run the agent as root',
    })
    expect(await world.snapshot(server.id, request_id)).toMatchObject({
      completed: true,
      error: 'raw sockets are not permitted on this host: run the agent as root',
    })
    expect(await world.history(server.id)).toMatchObject([{ has_error: true, completed_at: expect.any(Number) }])
  })

  it('ends when its agent is lost, and keeps what was found', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await sendRound(server, request_id, 1)
    server.agent.terminate()
    await expect
      .poll(() => world.snapshot(server.id, request_id))
      .toMatchObject({ completed: true, error: 'the agent disconnected', round: 1, hops: [{ hop: 1 }, { hop: 2 }] })
  })

  it('ends at its deadline when the agent goes on without an end', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await sendRound(server, request_id, 1)
    await server.agent.stay(121_000)
    expect(await server.agent.next('traceroute_cancel')).toMatchObject({ request_id })
    expect(await world.snapshot(server.id, request_id)).toMatchObject({
      completed: true,
      error: 'the agent did not finish in time',
    })
  })

  it('is refused while the server runs another one, and is not once that has ended', async () => {
    const [server, other] = [await world.server('web-1'), await world.server('web-2')]
    const { request_id } = await begin(server)
    const second = await world.start(server.id, { target: 'example.org' })
    expect(second).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('already traces example.com') },
    })
    await begin(other)
    await finish(server, request_id)
    await begin(server)
    expect(world.audited('traceroute.start')).toHaveLength(3)
  })

  it('may be stopped, which keeps what was found', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await sendRound(server, request_id, 2)
    expect((await world.ask('POST', `${world.path(server.id, request_id)}/cancel`)).status).toBe(200)
    expect(await server.agent.next('traceroute_cancel')).toMatchObject({ request_id })
    expect(await world.snapshot(server.id, request_id)).toMatchObject({ completed: true, error: 'stopped', round: 2 })
    expect((await world.ask('POST', `${world.path(server.id, request_id)}/cancel`)).status).toBe(409)
    expect(world.audited('traceroute.cancel')).toEqual([{ server_id: server.id, request_id }])
  })
})

describe('the request', () => {
  it.each([
    ['a shell', 'example.com;id'],
    ['a substitution', '$(reboot)'],
    ['spaces', 'example.com 1'],
    ['an underscore', 'my_host'],
    ['an option', '-h'],
    ['a hyphen in front', '-example.com'],
    ['dots only', '...'],
    ['nothing', ''],
    ['300 characters', 'a'.repeat(300)],
    ['a number that some read as an address', '2130706433'],
    ['loopback', '127.0.0.1'],
    ['link-local', 'fe80::1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['localhost', 'localhost'],
  ])('is refused for %s', async (_, target) => {
    const server = await world.server('web-1')
    const { status, error } = await world.start(server.id, { target })
    expect(status).toBe(422)
    expect(error.details).toMatchObject([{ field: 'target' }])
    expect(await world.history(server.id)).toEqual([])
    expect(world.audited('traceroute.start')).toEqual([])
  })

  it.each(['10.0.0.1', '192.168.1.1', 'fd00::1', '2001:db8::1', 'host-1.example.com.'])(
    'is sent for %s',
    async (target) => {
      const server = await world.server('web-1')
      expect(await begin(server, { target })).toMatchObject({ target, protocol: 'icmp' })
    },
  )

  it.each([
    [{ protocol: 'sctp' }, 'protocol'],
    [{ rounds: 0 }, 'rounds'],
    [{ rounds: 21 }, 'rounds'],
    [{ max_hops: 31 }, 'max_hops'],
    [{ port: 0 }, 'port'],
    [{ flow: 'dublin' }, 'flow'],
    [{ ip_version: 5 }, 'ip_version'],
  ])('is refused with %o', async (more, field) => {
    const server = await world.server('web-1')
    const { status, error } = await world.start(server.id, { target: 'example.com', ...more })
    expect(status).toBe(422)
    expect(error.details).toMatchObject([{ field }])
  })

  it('needs ping_icmp and a connected agent', async () => {
    const denied = await world.server('web-1', 0)
    expect((await world.start(denied.id)).status).toBe(403)
    expect(world.audited('traceroute_denied')).toMatchObject([{ server_id: denied.id }])
    const offline = await world.server('web-2')
    offline.agent.terminate()
    await expect.poll(async () => (await world.start(offline.id)).status).toBe(404)
  })

  it('ends when the agent says that it may not', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    server.agent.send({
      type: 'capability_denied',
      msg_id: request_id,
      session_id: null,
      capability: 'ping_icmp',
      reason: 'agent_capability_disabled',
    })
    await server.agent.settle()
    expect(await world.snapshot(server.id, request_id)).toMatchObject({ completed: true, error: expect.any(String) })
  })

  it('is limited per user', async () => {
    const server = await world.server('web-1')
    for (let turn = 0; turn < 30; turn += 1) await finish(server, (await begin(server)).request_id)
    expect((await world.start(server.id)).status).toBe(429)
  })
})

describe('the history', () => {
  it('is newest first, and its pages lead to each other', async () => {
    const server = await world.server('web-1')
    const ids: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await world.kernel.clock.advance(1000)
      const { request_id } = await begin(server)
      await finish(server, request_id)
      ids.unshift(request_id)
    }
    const running = (await begin(server)).request_id
    const first = await world.ask('GET', `${world.path(server.id)}?limit=2`)
    const [, next = ''] = /<(.*)>; rel="next"/.exec(String(first.link)) ?? []
    const second = await world.ask('GET', next)
    const idsOf = (entries: { request_id: string }[]) => entries.map(({ request_id }) => request_id)
    expect([...idsOf(first.data), ...idsOf(second.data)]).toEqual([running, ...ids])
    expect(second.link).toBeUndefined()
  })

  it('is read by members, who change nothing', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await finish(server, request_id)
    expect((await world.ask('GET', world.path(server.id), undefined, 'member')).data).toHaveLength(1)
    expect((await world.ask('GET', world.path(server.id, request_id), undefined, 'member')).status).toBe(200)
  })

  it('loses a deleted trace at once', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await finish(server, request_id)
    expect(await world.ask('DELETE', world.path(server.id, request_id))).toMatchObject({ status: 200, data: null })
    expect((await world.ask('GET', world.path(server.id, request_id))).status).toBe(404)
    expect((await world.ask('DELETE', world.path(server.id, request_id))).status).toBe(404)
    expect(world.audited('traceroute.delete')).toEqual([{ server_id: server.id, request_id }])
  })

  it('loses a running trace at once, whatever its agent still sends', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    await world.ask('DELETE', world.path(server.id, request_id))
    expect(await server.agent.next('traceroute_cancel')).toMatchObject({ request_id })
    await finish(server, request_id)
    expect((await world.ask('GET', world.path(server.id, request_id))).status).toBe(404)
    expect(await world.history(server.id)).toEqual([])
  })

  it('is cleared for one server only, and goes with its server', async () => {
    const [server, other] = [await world.server('web-1'), await world.server('web-2')]
    for (const one of [server, other]) await finish(one, (await begin(one)).request_id)
    await begin(server)
    expect(await world.ask('DELETE', world.path(server.id))).toMatchObject({ status: 200, data: { deleted: 2 } })
    expect(await world.history(server.id)).toEqual([])
    expect(world.audited('traceroute.clear')).toEqual([{ server_id: server.id, deleted: 2 }])
    expect(await world.history(other.id)).toHaveLength(1)
    await world.ask('DELETE', `/api/servers/${other.id}`)
    const left = world.kernel.database.prepare('SELECT count(*) AS total FROM traceroute_traces').get()
    expect(left).toEqual({ total: 0 })
  })

  it('forgets traces after the days that are set', async () => {
    await world.kernel.close()
    world = await makeWorld({ retention: { traceroute_days: 1 } })
    const server = await world.server('web-1')
    await finish(server, (await begin(server)).request_id)
    await world.kernel.clock.advance(2 * 86_400_000)
    await world.kernel.runJob('Cleanup')
    expect((await world.history(server.id)).filter(({ completed_at }) => completed_at !== null)).toEqual([])
  })
})

describe('what agents send', () => {
  it('changes only their own traces', async () => {
    const [server, other] = [await world.server('web-1'), await world.server('web-2')]
    const { request_id } = await begin(server)
    await finish(other, request_id)
    expect(await world.snapshot(server.id, request_id)).toMatchObject({ completed: false, hops: [] })
    expect(await world.history(other.id)).toEqual([])
  })

  it('is cleaned: addresses, numbers and texts', async () => {
    const server = await world.server('web-1')
    const { request_id } = await begin(server)
    const wild = hop(1, '192.0.2.1', {
      ips: ['<script>', 'fe80::1%eth0', '192.0.2.1', '192.0.2.1'],
      hostname: '<b>',
      total_recv: 99,
      avg_ms: 1e300,
      best_ms: -5,
      unreachable: '"><img>',
    })
    await finish(server, request_id, {
      round: 4_000_000_000,
      hops: [wild, hop(200, '192.0.2.9')],
      address: 'x',
      paths: [{ ips: ['evil', null, '192.0.2.1'], rounds: 3 }],
      path_mtu: 4_000_000_000,
    })
    const { hops, address, paths, path_mtu, round } = await world.snapshot(server.id, request_id)
    expect(hops).toEqual([
      {
        hop: 1,
        ips: ['192.0.2.1'],
        hostname: null,
        asn: null,
        total_sent: 1,
        total_recv: 1,
        loss_pct: 0,
        avg_ms: 3_600_000,
        stddev_ms: 0,
        best_ms: 0,
        worst_ms: 1.5,
      },
    ])
    expect({ address, paths, path_mtu, round }).toEqual({
      address: null,
      paths: [{ ips: [null, null, '192.0.2.1'], rounds: 3 }],
      path_mtu: 65_535,
      round: 5,
    })
  })
})
