import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bruteForce, makeWorld, noonSeconds, signIn, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const events = async (query = '', who: 'admin' | 'member' = 'admin') =>
  world.call('GET', `/api/security/events${query}`, undefined, who)

describe('an event', () => {
  it('is stored as it was reported, and can be read and deleted', async () => {
    const { id, report } = await world.server('web')
    await report(signIn())
    const { items, next_cursor } = await events('', 'member')
    expect(next_cursor).toBeNull()
    expect(items).toEqual([
      {
        id: '1',
        server_id: id,
        event_type: 'ssh_login',
        severity: 'medium',
        source_ip: '198.51.100.7',
        source_port: 50_122,
        username: 'alice',
        started_at: '2026-05-01T12:00:00Z',
        ended_at: '2026-05-01T12:00:00Z',
        first_seen: true,
        detector_source: 'journal',
        evidence: { kind: 'ssh_login', auth_method: 'publickey', repeats: null, learning: null },
        created_at: '2026-05-01T12:00:00Z',
      },
    ])
    expect(await world.call('GET', '/api/security/events/1', undefined, 'member')).toEqual(items[0])
    expect((await world.ask('DELETE', '/api/security/events/1', undefined, 'member')).statusCode).toBe(403)
    expect(await world.call('DELETE', '/api/security/events/1')).toBe(true)
    expect((await world.ask('DELETE', '/api/security/events/1')).statusCode).toBe(404)
    expect(world.audited('security_event_deleted')).toEqual([
      { event_id: '1', server_id: id, event_type: 'ssh_login', source_ip: '198.51.100.7', username: 'alice' },
    ])
  })

  it('is acknowledged, and stored once however often it is sent', async () => {
    const { agent, report } = await world.server('web')
    await agent.next('security_sync')
    await report(signIn({ msg_id: 'a' }), signIn({ msg_id: 'a' }), signIn({ msg_id: 'b' }))
    expect([await agent.next('ack'), await agent.next('ack'), await agent.next('ack')]).toMatchObject([
      { msg_id: 'a' },
      { msg_id: 'a' },
      { msg_id: 'b' },
    ])
    await report(signIn({ username: 'bob', msg_id: 'c' }))
    expect((await events()).items).toHaveLength(2)
  })

  it('reaches browsers and those who may see the server', async () => {
    const { id, report } = await world.server('web')
    const hidden = await world.server('vault')
    await world.hide(hidden.id)
    const [admin, member] = [await world.viewer('admin'), await world.viewer('member')]
    await hidden.report(signIn())
    await report(signIn())
    const [first] = (await events(`?server_id=${hidden.id}`)).items
    expect(await admin.next('security_event')).toMatchObject({ server_id: hidden.id, event_id: first.id, event: first })
    expect(await admin.next('security_event')).toMatchObject({ server_id: id })
    expect(await member.next('security_event')).toMatchObject({ server_id: id })
  })

  it('is gone with its server, and after its days', async () => {
    await world.kernel.close()
    world = await makeWorld({ config: { retention: { security_event_days: 1 } } })
    const { id, report } = await world.server('web')
    const other = await world.server('db')
    await report(signIn())
    await other.report(signIn())
    await world.ask('DELETE', `/api/servers/${id}`)
    expect((await events()).items).toMatchObject([{ server_id: other.id }])
    await world.kernel.clock.advance(86_401_000)
    await world.kernel.runJob('Cleanup')
    expect((await events()).items).toEqual([])
  })
})

describe('what an agent sends', () => {
  it('is dropped and audited while its capability is off', async () => {
    const { id, report } = await world.server('web', { agent_local_capabilities: 4 })
    await report(signIn({ msg_id: 'a' }), signIn({ username: 'bob' }))
    expect((await events()).items).toEqual([])
    expect(world.audited('security_event_denied')).toEqual([
      { server_id: id, deny_reason: 'agent_capability_disabled' },
    ])
    const answer = await world.ask('GET', `/api/servers/${id}/security`)
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, 'Forbidden: agent_capability_disabled'])
  })

  it.each([
    ['no address', { source_ip: null }],
    ['a name instead of an address', { source_ip: 'localhost' }],
    ['an address in an unusual notation', { source_ip: '0x7f.1' }],
    ['a range', { source_ip: '198.51.100.0/24' }],
    ['evidence of something else', { event_type: 'port_scan' }],
    [
      'an address where there is none',
      { event_type: 'sudo', evidence: { kind: 'sudo', outcome: 'used', program: 'sudo', count: 1 } },
    ],
    ['an unknown type', { event_type: 'meteorite' }],
    ['an unknown severity', { severity: 'terrible' }],
    ['no evidence', { evidence: null }],
  ])('with %s is dropped', async (_, replaced) => {
    const { report } = await world.server('web')
    await report(signIn(replaced), signIn({ username: 'after' }))
    expect((await events()).items).toMatchObject([{ username: 'after' }])
  })

  it('is cut, made plain and kept within time', async () => {
    const { report } = await world.server('web')
    await report(
      signIn({ username: `\u202eeve\n${'x'.repeat(9000)}`, source_ip: '::ffff:198.51.100.7' }),
      bruteForce('2001:DB8::1', {
        started_at: noonSeconds + 999_999,
        ended_at: 9_007_199_254_740_991,
        evidence: { ...bruteForce('x').evidence, sample_users: Array(100).fill('<b>\u0000') },
      }),
      signIn({ started_at: -5, ended_at: -9 }),
    )
    const [old, ahead, named] = (await events()).items
    expect(named.username).toBe(`?eve?${'x'.repeat(251)}`)
    expect(named.source_ip).toBe('198.51.100.7')
    expect(ahead).toMatchObject({
      source_ip: '2001:db8::1',
      started_at: '2026-05-01T12:00:00Z',
      ended_at: '2026-05-01T12:00:00Z',
    })
    expect(ahead.evidence.sample_users).toEqual(Array(5).fill('<b>?'))
    expect(old).toMatchObject({ started_at: '1970-01-01T00:00:00Z' })
  })

  it('in a flood is not acknowledged beyond the budget, and taken later', async () => {
    const { agent, report } = await world.server('web')
    await report(...Array.from({ length: 310 }, (_, i) => signIn({ source_port: i + 1, msg_id: String(i) })))
    const count = async () => (await world.call('GET', '/api/security/stats?group_by=event_type'))[0].count
    expect(await count()).toBe(300)
    expect(agent.countOf('ack')).toBe(300)
    await agent.stay(61_000)
    await report(signIn({ source_port: 310, msg_id: 'again' }))
    expect(await count()).toBe(301)
    expect(agent.countOf('ack')).toBe(301)
  })
})

it('events that cannot be stored because the database is locked are not lost', async () => {
  const { agent, report } = await world.server('web')
  const { database } = world.kernel
  const Connection = database.constructor as new (path: string) => typeof database
  const other = new Connection(database.name)
  // How long the server waits for the lock makes no difference.
  database.pragma('busy_timeout = 1')
  const batch = ['a', 'b', 'c'].map((msg_id, i) => signIn({ source_port: i + 1, msg_id }))
  other.exec('BEGIN IMMEDIATE')
  await report(...batch)
  expect(
    world.kernel.logs.filter((line) => JSON.stringify(line).includes('handling an agent message failed')),
  ).toHaveLength(3)
  expect([(await events()).items, agent.countOf('ack')]).toEqual([[], 0])
  other.exec('ROLLBACK')
  other.close()
  await report(...batch)
  expect((await events()).items).toHaveLength(3)
  expect(agent.countOf('ack')).toBe(3)
})

describe('the list', () => {
  it('has every event once, page by page, also those of one second', async () => {
    const { report } = await world.server('web')
    await report(...Array.from({ length: 23 }, (_, i) => signIn({ source_port: i + 1 })))
    await world.kernel.clock.advance(1000)
    await report(...Array.from({ length: 4 }, (_, i) => signIn({ source_port: i + 100 })))
    const ports: number[] = []
    let cursor = ''
    do {
      const { items, next_cursor } = await events(`?limit=5${cursor}`)
      ports.push(...items.map(({ source_port }: { source_port: number }) => source_port))
      cursor = next_cursor === null ? '' : `&cursor=${next_cursor}`
    } while (cursor)
    expect(ports).toEqual([103, 102, 101, 100, ...Array.from({ length: 23 }, (_, i) => 23 - i)])
  })

  it('is filtered', async () => {
    const web = await world.server('web')
    const db = await world.server('db')
    await web.report(signIn(), bruteForce('203.0.113.9'))
    await db.away(3_600_000)
    await db.report(signIn({ first_seen: false, severity: 'info' }), bruteForce('2001:db8::9'))
    const summary = async (query: string) =>
      (await events(query)).items.map(({ id }: { id: string }) => Number(id)).sort()
    expect(await summary(`?server_id=${web.id}`)).toEqual([1, 2])
    expect(await summary('?event_type=ssh_brute_force')).toEqual([2, 4])
    expect(await summary('?severity=info')).toEqual([3])
    expect(await summary('?source_ip=2001:0DB8:0::9')).toEqual([4])
    expect(await summary('?source_ip=::ffff:203.0.113.9')).toEqual([2])
    expect(await summary('?first_seen=true')).toEqual([1])
    expect(await summary('?since=2026-05-01T12:30:00Z')).toEqual([3, 4])
    expect(await summary('?until=2026-05-01T12:30:00Z&event_type=ssh_login')).toEqual([1])
    expect(await summary('?since=2026-05-01&until=2026-05-01')).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['event_type=meteorite', 400],
    ['severity=worst', 400],
    ['source_ip=localhost', 400],
    ['since=yesterday', 400],
    ['since=2026-05-02&until=2026-05-01', 400],
    ['limit=0', 400],
    ['limit=201', 400],
    ['limit=x', 400],
    ['cursor=x', 400],
    ['cursor=1', 400],
    ['first_seen=maybe', 400],
    ['server_id=unknown', 404],
  ])('refuses %s', async (query, status) => {
    const answer = await world.ask('GET', `/api/security/events?${query}`)
    expect(answer.statusCode, answer.body).toBe(status)
  })

  it('and everything else has nothing of hidden servers for members', async () => {
    const web = await world.server('web')
    const vault = await world.server('vault')
    await web.report(signIn())
    await vault.report(signIn({ username: 'secret-user', source_ip: '203.0.113.77' }))
    await world.hide(vault.id)
    const asMember = (path: string) => world.ask('GET', path, undefined, 'member')
    expect((await events('', 'member')).items).toMatchObject([{ server_id: web.id }])
    expect((await events('?source_ip=203.0.113.77', 'member')).items).toEqual([])
    for (const path of [
      `/api/security/events?server_id=${vault.id}`,
      '/api/security/events/2',
      `/api/security/stats?group_by=event_type&server_id=${vault.id}`,
      `/api/servers/${vault.id}/security`,
    ]) {
      expect((await asMember(path)).statusCode, path).toBe(404)
    }
    for (const path of [
      '/api/security/stats?group_by=username',
      '/api/security/stats?group_by=source_ip',
      '/api/security/stats?group_by=server_id',
      '/api/security/timeline?since=2026-05-01',
    ]) {
      const { body } = await asMember(path)
      expect(body, path).not.toMatch(new RegExp(`secret-user|203.0.113.77|${vault.id}`))
      expect(JSON.parse(body).data.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(1)
    }
    expect((await events()).items).toHaveLength(2)
  })
})

describe('counts', () => {
  const stats = (query: string) => world.call('GET', `/api/security/stats?group_by=${query}`)

  it('are by value or by day in the time zone of the installation', async () => {
    await world.kernel.close()
    world = await makeWorld({ config: { scheduler: { timezone: 'Asia/Kathmandu' } } })
    const { id, report, away } = await world.server('web')
    await report(bruteForce('203.0.113.9'), bruteForce('203.0.113.8'), signIn())
    // Midnight in Kathmandu is 18:15 UTC.
    await away(6.25 * 3_600_000)
    await report(bruteForce('203.0.113.9', { started_at: noonSeconds + 1 }))
    expect(await stats('event_type')).toEqual([
      { key: 'ssh_brute_force', count: 3 },
      { key: 'ssh_login', count: 1 },
    ])
    expect(await stats('source_ip&event_type=ssh_brute_force&limit=1')).toEqual([{ key: '203.0.113.9', count: 2 }])
    expect(await stats('server_id')).toEqual([{ key: id, count: 4 }])
    expect(await stats('username')).toEqual([{ key: 'alice', count: 1 }])
    expect(await stats('day')).toEqual([
      { key: '2026-05-02', count: 1 },
      { key: '2026-05-01', count: 3 },
    ])
    expect(await stats('day&limit=1')).toEqual([{ key: '2026-05-02', count: 1 }])
    expect(await world.call('GET', '/api/security/timeline?since=2026-05-01')).toEqual([
      { at: '2026-05-01T12:00:00Z', event_type: 'ssh_brute_force', count: 2 },
      { at: '2026-05-01T12:00:00Z', event_type: 'ssh_login', count: 1 },
      { at: '2026-05-01T18:00:00Z', event_type: 'ssh_brute_force', count: 1 },
    ])
  })

  it.each([
    'stats',
    'stats?group_by=evidence',
    'stats?group_by=day&limit=501',
    'timeline',
    'timeline?since=2020-01-01&until=2026-01-01',
  ])('refuse %s', async (path) => expect((await world.ask('GET', `/api/security/${path}`)).statusCode).toBe(400))
})

describe('how a host is watched', () => {
  const status = {
    type: 'security_status',
    sources: [
      { source: 'journal', state: 'denied', path: null },
      { source: 'auth_log', state: 'reading', path: '/var/log/auth\u0000.log' },
    ],
    learning_until: noonSeconds + 3600,
    suppressed_events: 3,
    skipped_bytes: 0,
    skipped_seconds: 0,
  }

  it('is known while the agent is connected', async () => {
    const { id, agent, report } = await world.server('web')
    const path = `/api/servers/${id}/security`
    expect(await world.call('GET', path, undefined, 'member')).toBeNull()
    const viewer = await world.viewer('member')
    await report(status)
    expect(await viewer.next('security_status')).toMatchObject({ server_id: id })
    expect(await world.call('GET', path, undefined, 'member')).toEqual({
      sources: [
        { source: 'journal', state: 'denied', path: null },
        { source: 'auth_log', state: 'reading', path: '/var/log/auth?.log' },
      ],
      learning_until: '2026-05-01T13:00:00Z',
      suppressed_events: 3,
      skipped_bytes: 0,
      skipped_seconds: 0,
    })
    agent.terminate()
    await expect.poll(() => world.call('GET', path)).toBeNull()
  })

  it('a server that does not exist is 404', async () => {
    expect((await world.ask('GET', '/api/servers/nothing/security')).statusCode).toBe(404)
  })
})
