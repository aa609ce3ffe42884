import { contribute, credentialsRevoked, type Database, definePlugin, type Principal, service } from '@svc/plugin-sdk'
import { defaultCapabilities, defineMessage, reportMetrics, type ServerMetrics, str, toMask } from '@svc/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, report, systemInfo, type World } from '../../test/world.ts'
import { live, liveMessages, liveStatus, onLive } from '../contract.ts'

let world: World
afterEach(() => world.close())

const Echo = defineMessage('echo', { text: str() })
const Note = defineMessage('note', { server_id: str() })
const Big = defineMessage('big', { text: str() })

/** Another plugin; `left` collects the users whose browsers disconnected. */
const neighbour = (left: string[] = []) =>
  definePlugin({
    id: 'neighbour',
    setup: () => ({
      contributes: [
        ...contribute(liveStatus, { plugin: 'neighbour', metrics: () => ({ cpu: 42, last_active: 77, online: true }) }),
        ...contribute(
          liveMessages,
          onLive(Echo, ({ text }, viewer) => {
            if (text === 'throw') throw new Error('a handler failed')
            viewer.signal.addEventListener('abort', () => left.push(viewer.principal.username))
            viewer.send(Echo, { text })
          }),
        ),
      ],
    }),
  })

const metricsOf = (id: string, cpu: number): ServerMetrics => {
  const { type: _, disk_io: __, temperature: ___, gpu: ____, ...rest } = report
  const fixed = { name: 'n', online: true, last_active: 1, disk_read_bytes_per_sec: 0, disk_write_bytes_per_sec: 0 }
  return { ...rest, ...fixed, id, cpu }
}
const hub = () => world.kernel.service(live)
const user = (name: string, overrides: Partial<Principal> = {}): Principal => ({
  userId: name,
  username: name,
  role: 'member',
  via: 'api_key',
  credentialId: `${name}-1`,
  flagged: false,
  ...overrides,
})
/** A browser that has received its snapshot. */
const connectedBrowser = async (who: 'admin' | 'member' | Principal = 'admin') => {
  const peer = await world.browser(who)
  await peer.next('full_sync')
  return peer
}
const types = (peer: { received: { type: string }[] }) => peer.received.map(({ type }) => type)

it('sends a heartbeat every 15 seconds, so that browsers notice a broken connection', async () => {
  world = await makeWorld()
  const browser = await connectedBrowser()
  await world.kernel.clock.advance(15_000)
  expect(await browser.next('update')).toMatchObject({ servers: [] })
})

describe('full_sync', () => {
  it('contains all fields of every server, with zeros for missing metrics', async () => {
    world = await makeWorld()
    const { server_id: id, enrollment } = await world.onboard('a', { tags: ['x'] })
    const { code: _, ...offer } = enrollment
    const outstanding = { ...offer, created_at: '2023-11-14T22:13:20Z' }
    const browser = await world.browser('member')
    expect(await browser.next('full_sync')).toEqual({
      type: 'full_sync',
      upgrades: [],
      limits: {},
      messages: expect.any(Number),
      servers: [
        {
          ...Object.fromEntries(reportMetrics.map((name) => [name, 0])),
          id,
          name: 'a',
          online: false,
          last_active: 0,
          mem_total: 0,
          swap_total: 0,
          disk_total: 0,
          cpu_name: null,
          cpu_cores: null,
          os: null,
          region: null,
          country_code: null,
          group_id: null,
          features: [],
          capabilities: toMask(defaultCapabilities),
          disk_read_bytes_per_sec: 0,
          disk_write_bytes_per_sec: 0,
          tags: ['x'],
          agent_authority: { status: 'unclaimed', outstanding_offer: outstanding },
          has_token: false,
          outstanding_enrollment: outstanding,
          health: { level: 0, reasons: [] },
        },
      ],
    })
  })

  it('is also an answer, whose number of messages tells what was sent since', async () => {
    world = await makeWorld()
    const { id } = await world.claimed('secret')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    const [admin, member] = [
      await world.admin('GET', '/api/servers/live'),
      await world.member('GET', '/api/servers/live'),
    ]
    const browser = await world.browser()
    expect(await browser.next('full_sync')).toEqual(admin.data)
    expect([admin.data.servers.length, member.data.servers]).toEqual([1, []])
    // also while nobody listens to it
    hub().broadcast(Note, { server_id: id })
    expect((await world.admin('GET', '/api/servers/live')).data.messages).toBe(admin.data.messages + 1)
  })

  it('takes metrics from other plugins, but not whether a server is online', async () => {
    world = await makeWorld({ plugins: [neighbour()] })
    const { token } = await world.claimed('a')
    const first = await world.browser()
    expect((await first.next('full_sync')).servers).toMatchObject([{ cpu: 42, last_active: 77, online: false }])
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    await agent.next('ack')
    const second = await world.browser()
    const { servers } = await second.next('full_sync')
    expect(servers).toMatchObject([{ online: true, mem_total: 16_000_000_000, has_token: true, features: ['docker'] }])
  })
})

describe('messages', () => {
  it('of a transaction wait for its commit, and a rollback drops them', async () => {
    const handle = service<Database>('writer.db')
    const writer = definePlugin({
      id: 'writer',
      provides: { handle },
      setup: ({ db }) => ({ provides: { handle: db } }),
    })
    world = await makeWorld({ plugins: [writer] })
    const browser = await connectedBrowser()
    const db = world.kernel.service(handle)
    const note = (server_id: string) => hub().broadcast(Note, { server_id })
    expect(() =>
      db.transaction(() => {
        note('undone')
        hub().update(metricsOf('undone', 1))
        throw new Error('no')
      }),
    ).toThrow('no')
    db.transaction(() => {
      db.transaction(() => note('inner'))
      db.afterCommit(() => note('after the commit'))
    })
    await world.kernel.clock.advance(10)
    expect(await browser.next('note')).toMatchObject({ server_id: 'inner' })
    expect(await browser.next('note')).toMatchObject({ server_id: 'after the commit' })
    expect(types(browser)).not.toContain('update')
  })

  it('combine the latest metrics of several servers within a moment', async () => {
    world = await makeWorld()
    const browsers = [await connectedBrowser(), await connectedBrowser('member')]
    expect(hub().viewers()).toBe(2)
    hub().update(metricsOf('a', 1))
    hub().update(metricsOf('b', 2))
    hub().update(metricsOf('a', 3))
    await world.kernel.clock.advance(10)
    for (const browser of browsers) {
      expect(await browser.next('update')).toEqual({ type: 'update', servers: [metricsOf('a', 3), metricsOf('b', 2)] })
    }
    hub().update(metricsOf('a', 4))
    await world.kernel.clock.advance(10)
    expect((await browsers[0]?.next('update'))?.servers).toHaveLength(1)
  })

  it('combine more under load: from two milliseconds, one more each time, to twelve', async () => {
    world = await makeWorld()
    const { advance } = world.kernel.clock
    const browser = await connectedBrowser()
    const sent = async () => ((await browser.next('update')).servers as { id: string }[]).map(({ id }) => id)
    for (let ms = 2; ms < 12; ms++) {
      for (let i = 0; i < 20; i++) hub().update(metricsOf(`s${i}`, 1))
      await advance(ms)
      expect(await sent()).toHaveLength(20)
    }
    hub().update(metricsOf('a', 1))
    await advance(11)
    hub().update(metricsOf('b', 1))
    await advance(1)
    expect(await sent()).toEqual(['a', 'b'])
    hub().update(metricsOf('c', 1))
    await advance(11)
    expect(await sent()).toEqual(['c'])
  })

  it('are sent after pending metrics of the same server', async () => {
    world = await makeWorld()
    const browser = await connectedBrowser()
    hub().update(metricsOf('a', 1))
    hub().broadcast(Note, { server_id: 'b' })
    hub().broadcast(Note, { server_id: 'a' })
    hub().broadcast(Note, { server_id: 'a' })
    await browser.next('update')
    expect(types(browser)[0]).toBe('note')
    await browser.next('note')
    await browser.next('note')
    await browser.next('note')
  })

  it('announce changes of servers and authority', async () => {
    world = await makeWorld()
    const browser = await connectedBrowser('member')
    const { server_id: id, enrollment } = await world.onboard('a')
    expect(await browser.next('agent_authority_changed')).toMatchObject({
      server_id: id,
      agent_authority: { status: 'unclaimed', outstanding_offer: { id: enrollment.id } },
    })
    expect(await browser.next('servers_changed')).toEqual({ type: 'servers_changed', server_ids: [id] })
    await world.register(enrollment.code, 't'.repeat(40))
    expect((await browser.next('agent_authority_changed')).agent_authority).toEqual({
      status: 'claimed',
      outstanding_offer: null,
    })
    await world.admin('PUT', `/api/servers/${id}`, { name: 'b' })
    await browser.next('servers_changed')
    await world.admin('PUT', `/api/servers/${id}/tags`, { tags: ['t'] })
    await browser.next('servers_changed')
    await world.admin('DELETE', `/api/servers/${id}`)
    expect(await browser.next('servers_changed')).toMatchObject({ server_ids: [id] })
  })

  it('of browsers reach other plugins; invalid ones are dropped', async () => {
    const left: string[] = []
    world = await makeWorld({ plugins: [neighbour(left)] })
    const browser = await connectedBrowser(user('ann'))
    for (const text of ['{', '[]', '{"type":"nobody"}', '{"type":"echo","text":5}']) browser.sendRaw(text)
    browser.sendRaw(Buffer.from('{"type":"echo","text":"binary"}'))
    browser.send({ type: 'echo', text: 'throw' })
    browser.send({ type: 'Echo', text: 'hello' })
    expect(await browser.next('echo')).toEqual({ type: 'echo', text: 'hello' })
    const other = await connectedBrowser()
    browser.socket.terminate()
    await browser.closed
    other.send({ type: 'echo', text: 'x' })
    await other.next('echo')
    expect(left).toEqual(['ann'])
    expect(hub().viewers()).toBe(1)
  })
})

describe('hidden servers', () => {
  it('exist for admins only', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('secret')
    const shown = await world.onboard('shown')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    const admin = await connectedBrowser('admin')
    const member = await world.browser('member')
    expect((await member.next('full_sync')).servers).toMatchObject([{ id: shown.server_id }])
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    await agent.next('ack')
    hub().update(metricsOf(id, 1))
    hub().update(metricsOf(shown.server_id, 2))
    await world.kernel.clock.advance(10)
    hub().update(metricsOf(id, 3))
    await world.kernel.clock.advance(10)
    await world.admin('PUT', `/api/servers/${id}`, { name: 'x' })
    hub().broadcast(Note, { server_id: shown.server_id })
    await member.next('note')
    expect(member.received).toEqual([{ type: 'update', servers: [metricsOf(shown.server_id, 2)] }])
    expect((await admin.next('server_online')).server_id).toBe(id)
    expect((await admin.next('update')).servers).toHaveLength(2)
    expect((await admin.next('update')).servers).toHaveLength(1)
    expect((await admin.next('servers_changed')).server_ids).toEqual([id])
  })

  it('appear and disappear for members when the flag changes', async () => {
    world = await makeWorld()
    const { server_id: id } = await world.onboard('a')
    const member = await connectedBrowser('member')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    expect((await member.next('full_sync')).servers).toEqual([])
    await member.next('servers_changed')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: false })
    expect((await member.next('full_sync')).servers).toMatchObject([{ id }])
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    await world.admin('DELETE', `/api/servers/${id}`)
    const { server_id: other } = await world.onboard('b')
    await member.next('agent_authority_changed')
    const changes = member.received.filter(({ type }) => type === 'servers_changed').map(({ server_ids }) => server_ids)
    expect(changes.slice(0, 2)).toEqual([[id], [id]])
    expect((await member.next('servers_changed')).server_ids).not.toEqual([other])
  })
})

describe('slow browsers', () => {
  const text = 'x'.repeat(100_000)

  it('are paused and get a fresh snapshot once they have caught up', async () => {
    world = await makeWorld()
    const slow = await connectedBrowser()
    const quick = await connectedBrowser()
    slow.socket.pause()
    for (let sent = 0; sent < 200; sent += 1) {
      hub().broadcast(Big, { text })
      await quick.next('big')
    }
    slow.socket.resume()
    await slow.next('full_sync')
    const received = types(slow).filter((type) => type === 'big').length
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(200)
    hub().broadcast(Note, { server_id: 'a' })
    await slow.next('note')
    expect(types(quick)).not.toContain('full_sync')
  })

  it('are disconnected if they read nothing for a minute', async () => {
    world = await makeWorld()
    const stuck = await connectedBrowser()
    const quick = await connectedBrowser()
    stuck.socket.pause()
    for (let sent = 0; sent < 200; sent += 1) {
      hub().broadcast(Big, { text })
      await quick.next('big')
    }
    await world.kernel.clock.advance(60_000)
    stuck.socket.resume()
    await stuck.closed
    expect(hub().viewers()).toBe(1)
  })
})

describe('the end of a credential', () => {
  it('closes the connection at its deadline', async () => {
    world = await makeWorld()
    const mobile = await connectedBrowser(user('ann', { via: 'bearer', deadline: world.kernel.clock.now() + 900_000 }))
    const web = await connectedBrowser(user('bob'))
    await world.kernel.clock.advance(900_000)
    expect(await mobile.closed).toEqual({ code: 4001, reason: 'token expired' })
    await expect.poll(() => hub().viewers()).toBe(1)
    web.socket.terminate()
  })

  it('closes the connections of a revoked credential immediately, and no others', async () => {
    world = await makeWorld()
    const first = await connectedBrowser(user('ann'))
    const second = await connectedBrowser(user('ann', { credentialId: 'ann-2' }))
    const bob = await connectedBrowser(user('bob'))
    world.kernel.emit(credentialsRevoked, { userId: 'ann', credentialId: 'ann-1' })
    hub().broadcast(Note, { server_id: 'y' })
    for (const each of [second, bob]) await each.next('note')
    expect(await first.closed).toEqual({ code: 4001, reason: 'credential revoked' })
    expect(types(first)).not.toContain('note')
    await expect.poll(() => hub().viewers()).toBe(2)
    const third = await connectedBrowser(user('ann', { credentialId: 'ann-3' }))
    world.kernel.emit(credentialsRevoked, { userId: 'ann', except: 'ann-3' })
    expect((await second.closed).code).toBe(4001)
    hub().broadcast(Note, { server_id: 'x' })
    await third.next('note')
    await bob.next('note')
  })
})
