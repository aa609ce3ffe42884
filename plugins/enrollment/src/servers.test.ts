import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, systemInfo, type World } from '../test/world.ts'
import { servers } from './contract.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const names = async (who: 'admin' | 'member' = 'admin') =>
  (await world.call(who, 'GET', '/api/servers')).data.map(({ name }: { name: string }) => name)

describe('GET /api/servers', () => {
  it('sorts by weight, then newest first', async () => {
    await world.onboard('a')
    const b = await world.onboard('b')
    await world.kernel.clock.advance(5000)
    await world.onboard('c')
    await world.onboard('d')
    await world.admin('PUT', `/api/servers/${b.server_id}`, { weight: 1 })
    expect(await names()).toEqual(['b', 'd', 'c', 'a'])
    expect(
      world.kernel
        .service(servers)
        .list()
        .map(({ name }) => name),
    ).toEqual(['b', 'd', 'c', 'a'])
  })

  it('returns the same records as the single-server route, without tokens', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    await agent.next('ack')
    const { data } = await world.admin('GET', '/api/servers')
    expect(data).toEqual([(await world.admin('GET', `/api/servers/${id}`)).data])
    expect(data[0]).toMatchObject({
      cpu_name: 'Example CPU',
      mem_total: 16_000_000_000,
      features: ['docker'],
      capabilities: 1852,
      agent_local_capabilities: 1852,
      effective_capabilities: 1852,
      has_token: true,
      agent_authority: { status: 'claimed', outstanding_offer: null },
      created_at: '2023-11-14T22:13:20Z',
    })
    expect(Object.keys(data[0]).filter((key) => /token|remote|seen|number/.test(key))).toEqual(['has_token'])
  })

  it('returns 304 for its ETag until something changes', async () => {
    const { server_id } = await world.onboard('a', { ttl_secs: 60 })
    const get = (etag: string) =>
      world.kernel.as('admin').inject({ url: '/api/servers', headers: { 'if-none-match': etag } })
    const first = await get('"other"')
    const etag = String(first.headers.etag)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const same = await get(etag)
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await world.admin('PUT', `/api/servers/${server_id}`, { name: 'b' })
    const changed = await get(etag)
    expect([changed.statusCode, changed.json().data[0].name]).toEqual([200, 'b'])
    world.kernel.clock.set(world.kernel.clock.now() + 60_000)
    const expired = await get(String(changed.headers.etag))
    expect([expired.statusCode, expired.json().data[0].outstanding_enrollment]).toEqual([200, null])
  })

  it('notices writes of another process', async () => {
    const { server_id } = await world.onboard('a')
    expect(await names()).toEqual(['a'])
    const other = await makeWorld({ dataDir: world.kernel.dataDir })
    await other.admin('PUT', `/api/servers/${server_id}`, { name: 'z' })
    await other.close()
    expect(await names()).toEqual(['z'])
  })
})

describe('PUT /api/servers/{id}', () => {
  it('stores a monthly billing cycle from day 1 unless another is chosen', async () => {
    const { server_id: id } = await world.onboard('a')
    const url = `/api/servers/${id}`
    const defaults = { billing_cycle: 'monthly', billing_start_day: 1 }
    expect((await world.admin('GET', url)).data).toMatchObject(defaults)
    await world.admin('PUT', url, { billing_cycle: 'yearly', billing_start_day: 28 })
    const cleared = await world.admin('PUT', url, { billing_cycle: null, billing_start_day: null })
    expect(cleared.data).toMatchObject(defaults)
  })

  it('updates the fields that are present, clears with null, and audits the difference', async () => {
    const { server_id: id } = await world.onboard('a', { remark: 'note', price: 5, currency: 'EUR' })
    const url = `/api/servers/${id}`
    const first = await world.admin('PUT', url, {
      name: ' b ',
      remark: null,
      expired_at: '2031-01-01T02:00:00+02:00',
      traffic_limit: 10,
      traffic_limit_type: 'up',
      billing_cycle: 'yearly',
      billing_start_day: 28,
    })
    expect(first.data).toMatchObject({
      name: 'b',
      remark: null,
      price: 5,
      currency: 'EUR',
      expired_at: '2031-01-01T00:00:00Z',
      traffic_limit: 10,
    })
    expect(world.audited).toEqual([
      {
        userId: 'test-admin',
        action: 'server_updated',
        ip: '127.0.0.1',
        detail: {
          server_id: id,
          name: 'a',
          changes: expect.objectContaining({ name: { from: 'a', to: 'b' }, remark: { from: 'note', to: null } }),
        },
      },
    ])
    const again = await world.admin('PUT', url, { name: 'b' })
    expect([again.status, world.audited.length]).toEqual([200, 1])
  })

  it('pins and unpins a country', async () => {
    const { server_id: id } = await world.onboard('a')
    const pinned = await world.admin('PUT', `/api/servers/${id}`, { country_code: 'de' })
    expect(pinned.data).toMatchObject({ country_code: 'DE', geo_manual: true })
    const unpinned = await world.admin('PUT', `/api/servers/${id}`, { country_code: null })
    expect(unpinned.data).toMatchObject({ country_code: null, region: null, geo_manual: false })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ price: -0.1 }, 'price'],
    [{ country_code: 'D1' }, 'country_code'],
    [{ billing_start_day: 0 }, 'billing_start_day'],
    [{ group_id: 'nope' }, 'group_id'],
    [{ weight: 1e9 }, 'weight'],
    [{ hidden: 'yes' }, 'hidden'],
    [{ hidden: null }, 'hidden'],
  ])('rejects %j by the same rules as creation', async (input, field) => {
    const { server_id: id } = await world.onboard('a')
    const response = await world.admin('PUT', `/api/servers/${id}`, input)
    expect([response.status, response.error.details[0].field]).toEqual([422, field])
  })

  it('ignores fields that belong to the agent', async () => {
    const { server_id: id } = await world.onboard('a')
    const { data } = await world.admin('PUT', `/api/servers/${id}`, { capabilities: 2047, token_hash: 'x', id: 'y' })
    expect(data).toMatchObject({ id, capabilities: 1852, has_token: false })
  })

  it('is 404 for an unknown server and 403 for members', async () => {
    expect((await world.admin('PUT', '/api/servers/nope', { name: 'x' })).status).toBe(404)
    expect((await world.member('PUT', '/api/servers/nope', { name: 'x' })).status).toBe(403)
  })
})

describe('for members', () => {
  it('hidden servers and internal remarks are not visible', async () => {
    const shown = await world.onboard('shown', { remark: 'internal', public_remark: 'public', tags: ['x'] })
    const secret = await world.onboard('secret', { tags: ['y'] })
    await world.admin('PUT', `/api/servers/${secret.server_id}`, { hidden: true })
    expect(await names()).toEqual(['secret', 'shown'])
    expect(await names('member')).toEqual(['shown'])
    const one = await world.member('GET', `/api/servers/${shown.server_id}`)
    expect(one.data).toMatchObject({ remark: null, public_remark: 'public' })
    const url = `/api/servers/${secret.server_id}`
    expect((await world.member('GET', url)).status).toBe(404)
    expect((await world.member('GET', `${url}/agent-authority`)).status).toBe(404)
    expect((await world.member('GET', `${url}/tags`)).data).toEqual([])
    expect((await world.member('GET', `/api/agent-authority/events?server_id=${secret.server_id}`)).data).toEqual([])
    await world.admin('PUT', url, { hidden: false })
    expect((await world.member('GET', url)).status).toBe(200)
  })
})

describe('deletion', () => {
  it('removes the server with all its data, disconnects the agent and is audited', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    expect((await world.admin('DELETE', `/api/servers/${id}`)).data).toBe('ok')
    expect((await agent.closed).code).toBe(1005)
    const reconnecting = await world.agent(token)
    expect((await reconnecting.refused).status).toBe(401)
    const rows = (table: string) => world.kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['servers', 'offers', 'requests', 'tags'].map((name) => rows(`enrollment_${name}`))).toEqual([0, 0, 0, 0])
    expect(world.audited.at(-1)).toMatchObject({ action: 'server_deleted', detail: { id, name: 'a' } })
    expect((await world.admin('DELETE', `/api/servers/${id}`)).status).toBe(404)
  })

  it('accepts several ids, ignoring unknown and repeated ones', async () => {
    const a = await world.onboard('a')
    const b = await world.onboard('b')
    const ids = [a.server_id, 'nope', b.server_id, a.server_id]
    expect((await world.admin('POST', '/api/servers/batch-delete', { ids })).data).toEqual({ deleted: 2 })
    expect((await world.admin('POST', '/api/servers/batch-delete', { ids })).data).toEqual({ deleted: 0 })
    expect(world.audited.map(({ detail }) => detail?.count)).toEqual([2, 0])
    expect((await world.admin('POST', '/api/servers/batch-delete', { ids: [''] })).status).toBe(422)
  })

  it('cleans up servers that have not been named and never had an agent', async () => {
    await world.onboard('New Server')
    await world.onboard('named')
    const { id, token } = await world.claimed('New Server')
    const agent = await world.welcomed(token)
    expect((await world.admin('DELETE', '/api/servers/cleanup')).data).toEqual({ deleted_count: 1 })
    expect((await world.admin('GET', `/api/servers/${id}`)).status).toBe(200)
    agent.send(systemInfo)
    await agent.next('ack')
    agent.socket.close()
    await agent.closed
    expect((await world.admin('DELETE', '/api/servers/cleanup')).data).toEqual({ deleted_count: 0 })
    expect((await world.member('DELETE', '/api/servers/cleanup')).status).toBe(403)
  })
})
