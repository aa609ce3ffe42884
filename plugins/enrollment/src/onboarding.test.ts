import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'
import { type Server, serverLifecycle } from './contract.ts'

let world: World
afterEach(() => world.close())

const body = { onboarding_request_id: 'req-1', name: ' edge-1 ', tags: ['prod', ' eu ', 'prod'] }
const post = (input: object) => world.admin('POST', '/api/servers', input)

describe('POST /api/servers', () => {
  it('creates profile, tags, offer and event; a replay does not contain the code', async () => {
    world = await makeWorld()
    const first = await post(body)
    expect(first.status).toBe(200)
    expect(first.data).toMatchObject({ replayed: false, outstanding_offer: null })
    const { server_id, enrollment } = first.data
    expect(enrollment.code).toMatch(/^[\w-]{43}$/)
    expect(enrollment.code_prefix).toBe(enrollment.code.slice(0, 8))
    expect(enrollment.expires_at).toBe('2023-11-14T22:23:20Z')

    const again = await post({ ...body, name: 'edge-1', tags: ['eu', 'prod'], unknown_field: 1 })
    const { code: _, ...summary } = enrollment
    expect(again.data).toEqual({
      server_id,
      replayed: true,
      enrollment: null,
      outstanding_offer: { ...summary, created_at: '2023-11-14T22:13:20Z' },
    })
    expect((await world.admin('GET', '/api/servers')).data).toHaveLength(1)
    expect((await world.admin('GET', `/api/servers/${server_id}/tags`)).data).toEqual(['eu', 'prod'])
    const events = await world.member('GET', `/api/agent-authority/events?server_id=${server_id}`)
    expect(events.data).toEqual([
      expect.objectContaining({
        transition: 'initial_offer_issued',
        server_name: 'edge-1',
        actor_kind: 'user',
        actor_id: 'test-admin',
        request_source: 'api:create-server',
        offer_id: enrollment.id,
        authority_before: 'unclaimed',
        authority_after: 'unclaimed',
      }),
    ])
    const stored = world.kernel.database.prepare('SELECT * FROM enrollment_offers').all()
    expect(JSON.stringify(stored)).not.toContain(enrollment.code)
  })

  it('omits an expired offer from a replay', async () => {
    world = await makeWorld()
    await post({ ...body, ttl_secs: 5 })
    world.kernel.clock.set(world.kernel.clock.now() + 5000)
    expect((await post({ ...body, ttl_secs: 5 })).data).toMatchObject({ replayed: true, outstanding_offer: null })
  })

  it.each([{ name: 'edge-2' }, { tags: [] }, { ttl_secs: 601 }, { price: 1 }, { remark: 'x' }])(
    'rejects the same id with different input: %j',
    async (other) => {
      world = await makeWorld()
      await post(body)
      const response = await post({ ...body, ...other })
      expect(response.status).toBe(409)
      expect(response.error.code).toBe('ONBOARDING_IDEMPOTENCY_CONFLICT')
      expect((await world.admin('GET', '/api/servers')).data).toHaveLength(1)
    },
  )

  it('scopes the request id to the actor, and frees it when the server is deleted', async () => {
    world = await makeWorld()
    const first = await post(body)
    const other = {
      userId: 'u-2',
      username: 'eve',
      role: 'admin',
      via: 'bearer',
      credentialId: 'c',
      flagged: false,
    } as const
    const second = await world.call(other, 'POST', '/api/servers', body)
    expect(second.data).toMatchObject({ replayed: false })
    await world.admin('DELETE', `/api/servers/${first.data.server_id}`)
    const third = await post(body)
    expect(third.data.replayed).toBe(false)
    const numbers = world.kernel.database.prepare('SELECT number FROM enrollment_servers ORDER BY number').pluck().all()
    expect(numbers).toEqual([2, 3])
  })

  it('never reuses the number of a deleted server', async () => {
    world = await makeWorld()
    const { server_id } = await world.onboard('a')
    await world.admin('DELETE', `/api/servers/${server_id}`)
    await world.onboard('b')
    expect(world.kernel.database.prepare('SELECT number FROM enrollment_servers').pluck().all()).toEqual([2])
  })

  it('limits new servers, but not replays', async () => {
    world = await makeWorld({ config: { auth: { max_servers: 1 } } })
    await post(body)
    const rejected = await post({ ...body, onboarding_request_id: 'req-2' })
    expect([rejected.status, rejected.error]).toEqual([
      400,
      {
        code: 'BAD_REQUEST',
        message: 'Bad request: the limit of 1 servers (auth.max_servers) has been reached',
        details: { code: 'enrollment.SERVER_LIMIT_REACHED', params: { max: 1 } },
      },
    ])
    expect((await post(body)).data.replayed).toBe(true)
  })

  it('reports every invalid field', async () => {
    world = await makeWorld()
    const response = await post({
      onboarding_request_id: 'a b',
      name: '  ',
      tags: ['ok', 'not ok'],
      ttl_secs: 0,
      price: -1,
      billing_cycle: 'weekly',
      billing_start_day: 29,
      expired_at: '2030-13-01',
      traffic_limit: -5,
      traffic_limit_type: 'left',
      remark: 'x'.repeat(2001),
    })
    expect(response.status).toBe(422)
    expect(response.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'billing_cycle',
      'billing_start_day',
      'expired_at',
      'name',
      'onboarding_request_id',
      'price',
      'remark',
      'tags.1',
      'traffic_limit',
      'traffic_limit_type',
      'ttl_secs',
    ])
    expect(response.error.details).toContainEqual({
      field: 'name',
      rule: 'must not be empty',
      code: 'kernel.NOT_EMPTY',
    })
  })

  it.each([
    [{ onboarding_request_id: 'r', tags: [] }, 'name'],
    [{ onboarding_request_id: 'r', name: 7 }, 'name'],
    [{ onboarding_request_id: 'r', name: 'n', price: '5' }, 'price'],
    [{ onboarding_request_id: 'r', name: 'n', group_id: 'nope' }, 'group_id'],
    [{ onboarding_request_id: 'r', name: 'a\u0000b' }, 'name'],
    [{ onboarding_request_id: 'r', name: 'n', tags: Array(9).fill('t') }, 'tags'],
  ])('rejects %j', async (input, field) => {
    world = await makeWorld()
    const response = await post(input)
    expect([response.status, response.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(response.error.details[0].field).toBe(field)
    expect((await world.admin('GET', '/api/servers')).data).toEqual([])
  })

  it('requires an admin', async () => {
    world = await makeWorld()
    expect((await world.member('POST', '/api/servers', body)).status).toBe(403)
    expect((await world.kernel.inject({ method: 'POST', url: '/api/servers', payload: body })).statusCode).toBe(401)
  })

  it('runs the callbacks of other plugins in its transaction, and rolls back if one fails', async () => {
    const seen: Server[] = []
    let broken = false
    const feature = definePlugin({
      id: 'feature',
      setup: () => ({
        contributes: contribute(serverLifecycle, {
          plugin: 'feature',
          onCreate(server) {
            if (broken) throw new Error('no')
            seen.push(server)
          },
        }),
      }),
    })
    world = await makeWorld({ plugins: [feature] })
    const { server_id } = await world.onboard('a')
    expect(seen).toMatchObject([
      {
        id: server_id,
        number: 1,
        name: 'a',
        hidden: false,
        memTotal: null,
        swapTotal: null,
        billing: { price: null, cycle: 'monthly', startDay: 1 },
      },
    ])
    broken = true
    expect((await post(body)).status).toBe(500)
    const count = (table: string) => world.kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    const counts = ['servers', 'offers', 'events', 'requests', 'tags'].map((name) => count(`enrollment_${name}`))
    expect(counts).toEqual([1, 1, 1, 1, 0])
  })
})
