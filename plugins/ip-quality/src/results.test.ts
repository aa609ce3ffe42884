import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
let netflix: string
beforeEach(async () => {
  world = await makeWorld()
  netflix = await world.serviceId('netflix')
})
afterEach(() => world.kernel.close())

const result = (service_id: string, status: string, more: object = {}) => ({ service_id, status, ...more })

describe('results', () => {
  it('are stored, acknowledged and shown', async () => {
    const { id, agent, report } = await world.server('web')
    await report([result(netflix, 'unlocked', { region: 'sg', latency_ms: 120, detail: 'HTTP 200' })], { msg_id: 'a' })
    expect(await agent.next('ack')).toMatchObject({ msg_id: 'a' })
    const shown = await world.call('GET', `/servers/${id}`, undefined, 'member')
    expect(shown).toEqual({
      server_id: id,
      ip_quality: null,
      unlock_results: [
        {
          id: expect.any(String),
          server_id: id,
          service_id: netflix,
          status: 'unlocked',
          region: 'SG',
          latency_ms: 120,
          detail: 'HTTP 200',
          checked_at: '2026-05-01T12:00:00Z',
        },
      ],
    })
    expect(await world.call('GET', '/overview', undefined, 'member')).toEqual([shown])
  })

  it('reach browsers, those of hidden servers only admins', async () => {
    const { id, report } = await world.server('web')
    const vault = await world.server('vault')
    await world.hide(vault.id)
    const [admin, member] = [await world.viewer('admin'), await world.viewer('member')]
    await vault.report([result(netflix, 'blocked')])
    await report([result(netflix, 'unlocked')])
    expect(await admin.next('ip_quality_update')).toMatchObject({ server_id: vault.id, ip_quality: null })
    expect(await admin.next('ip_quality_update')).toMatchObject({ server_id: id })
    expect(await member.next('ip_quality_update')).toMatchObject({
      server_id: id,
      unlock_results: [{ service_id: netflix, status: 'unlocked' }],
    })
    expect(await world.call('GET', '/overview', undefined, 'member')).toMatchObject([{ server_id: id }])
    for (const url of [`/servers/${vault.id}`, `/servers/${vault.id}/history`, `/events?server_id=${vault.id}`]) {
      expect((await world.ask('GET', url, undefined, 'member')).statusCode, url).toBe(404)
      expect((await world.ask('GET', url)).statusCode, url).toBe(200)
    }
  })

  it('that nobody asked for, or that are none, do not hide the others', async () => {
    const { id, report } = await world.server('web')
    await report([
      result('someone-else', 'unlocked'),
      result(netflix, 'wonderful'),
      'text',
      null,
      { service_id: netflix },
      result(netflix, 'failed'),
      result(netflix, 'restricted', { region: '<b>', latency_ms: null, detail: `a\u202eb\n${'x'.repeat(900)}` }),
    ])
    const { unlock_results } = await world.call('GET', `/servers/${id}`)
    expect(unlock_results).toMatchObject([{ status: 'restricted', region: null, detail: `a?b?${'x'.repeat(196)}` }])
  })

  it('are not lost while the database is locked', async () => {
    const { id, agent, report } = await world.server('web')
    const { database } = world.kernel
    const Connection = database.constructor as new (path: string) => typeof database
    const other = new Connection(database.name)
    database.pragma('busy_timeout = 1')
    const all = (await world.services()).map((service) => result(service.id, 'unlocked'))
    other.exec('BEGIN IMMEDIATE')
    await report(all, { msg_id: 'a' })
    expect(agent.countOf('ack')).toBe(0)
    other.exec('ROLLBACK')
    other.close()
    await report(all, { msg_id: 'b' })
    expect(await agent.next('ack')).toMatchObject({ msg_id: 'b' })
    expect((await world.call('GET', `/servers/${id}`)).unlock_results).toHaveLength(9)
  })

  it('are dropped and audited while the capability is off', async () => {
    const { id, report } = await world.server('web', { agent_local_capabilities: 4 })
    await report([result(netflix, 'unlocked')], { msg_id: 'a' })
    await report([result(netflix, 'blocked')])
    expect((await world.call('GET', `/servers/${id}`)).unlock_results).toEqual([])
    expect(world.audited('ip_quality_results_denied')).toEqual([
      { server_id: id, deny_reason: 'agent_capability_disabled' },
    ])
  })

  it('are bounded: what is beyond is neither stored nor acknowledged', async () => {
    const { id, agent, report } = await world.server('web')
    for (let i = 0; i < 31; i += 1) await report([result(netflix, 'unlocked')], { msg_id: `m${i}` })
    expect(agent.countOf('ack')).toBe(30)
    expect(await world.call('GET', `/servers/${id}/history`)).toHaveLength(30)
  })

  it('end with their server, with their service and after their days', async () => {
    await world.kernel.close()
    world = await makeWorld({ config: { retention: { ip_quality_event_days: 1 } } })
    netflix = await world.serviceId('netflix')
    const { id, report } = await world.server('web')
    const other = await world.server('db')
    for (const server of [{ report }, other]) {
      await server.report([result(netflix, 'unlocked')])
      await server.report([result(netflix, 'blocked')])
    }
    expect(await world.call('GET', '/events')).toHaveLength(2)
    await world.kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${id}` })
    expect(await world.call('GET', '/events')).toMatchObject([{ server_id: other.id }])
    expect(await world.call('GET', '/overview')).toMatchObject([{ server_id: other.id }])
    await world.kernel.clock.advance(86_401_000)
    await world.kernel.runJob('Cleanup')
    expect(await world.call('GET', '/events')).toEqual([])
    expect(await world.call('GET', `/servers/${other.id}/history`)).toEqual([])
    expect((await world.call('GET', `/servers/${other.id}`)).unlock_results).toMatchObject([{ status: 'blocked' }])
  })
})

describe('changes', () => {
  it('are stored only where the status differs', async () => {
    const { id, report } = await world.server('web')
    for (const status of ['unlocked', 'unlocked', 'restricted', 'restricted', 'unlocked']) {
      await report([result(netflix, status)])
      await world.kernel.clock.advance(1000)
    }
    expect(await world.call('GET', `/events?server_id=${id}`, undefined, 'member')).toMatchObject([
      { service_id: netflix, old_status: 'restricted', new_status: 'unlocked', changed_at: '2026-05-01T12:00:04Z' },
      { service_id: netflix, old_status: 'unlocked', new_status: 'restricted', changed_at: '2026-05-01T12:00:02Z' },
    ])
    const history = await world.call('GET', `/servers/${id}/history?service_id=${netflix}`)
    expect(history.map(({ status }: { status: string }) => status)).toEqual([
      'unlocked',
      ...['restricted', 'restricted'],
      ...['unlocked', 'unlocked'],
    ])
  })

  it('of all servers that the user may see are listed without a server, each once, page by page', async () => {
    const web = await world.server('web')
    const vault = await world.server('vault')
    await world.hide(vault.id)
    const ids = (await world.services()).map((service) => service.id)
    for (const status of ['unlocked', 'blocked']) {
      for (const server of [web, vault]) await server.report(ids.map((service) => result(service, status)))
    }
    for (const [who, expected] of [
      ['member', 9],
      ['admin', 18],
    ] as const) {
      const seen: string[] = []
      let url = '/api/ip-quality/events?limit=4'
      while (url) {
        const answer = await world.kernel.as(who).inject({ method: 'GET', url })
        seen.push(...answer.json().data.map((event: { id: string }) => event.id))
        url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
      }
      expect([seen.length, new Set(seen).size]).toEqual([expected, expected])
    }
    for (const query of ['limit=0', 'limit=501', 'cursor=x', 'server_id=unknown']) {
      expect((await world.ask('GET', `/events?${query}`)).statusCode, query).toBe(
        query.startsWith('server') ? 404 : 400,
      )
    }
  })
})

describe('a check on request', () => {
  it('is sent to the agent', async () => {
    const { id, agent } = await world.server('web')
    expect((await world.ask('POST', `/servers/${id}/check`, undefined, 'member')).statusCode).toBe(403)
    expect(await world.call('POST', `/servers/${id}/check`)).toBe('ok')
    await agent.next('ip_quality_run_now')
  })

  it('says why it is not possible', async () => {
    const denied = await world.server('web', { agent_local_capabilities: 4 })
    const answer = await world.ask('POST', `/servers/${denied.id}/check`)
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, 'Forbidden: agent_capability_disabled'])
    const offline = await world.server('db')
    offline.agent.terminate()
    await world.kernel.clock.advance(60_000)
    expect((await world.ask('POST', `/servers/${offline.id}/check`)).statusCode).toBe(404)
    expect((await world.ask('POST', '/servers/unknown/check')).statusCode).toBe(404)
    expect((await world.ask('GET', '/servers/unknown')).statusCode).toBe(404)
  })

  it('follows when the host reaches the server from another address', async () => {
    const { agent } = await world.server('web')
    agent.send({ type: 'ip_changed', ipv4: '198.51.100.7', ipv6: null })
    agent.send({ type: 'ip_changed', ipv4: '198.51.100.8', ipv6: null })
    await agent.next('ip_quality_run_now')
  })
})
