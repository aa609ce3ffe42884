import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, round, type World } from '../../test/world.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const minute = 60_000
const custom = { name: 'Office', provider: 'Own', location: '', target: 'office.example:443', probe_type: 'tcp' }
const create = (more: object = {}) => world.call('POST', '/api/network-probes/targets', { ...custom, ...more })
const ids = (targets: { id: string }[]) => targets.map(({ id }) => id)
const count = (sql: string) => world.kernel.database.prepare(`SELECT count(*) FROM ${sql}`).pluck().get()

it('targets are assigned to many servers at once, or to none of them', async () => {
  const [a, b] = [await world.server('a'), await world.server('b')]
  await a.assign('intl-google')
  const assign = (input: object) => world.call('PUT', '/api/network-probes/assignments', input)
  const assigned = async (id: string) => ids(await world.call('GET', `/api/servers/${id}/network-probes/targets`))
  await assign({ server_ids: [a.id, b.id], target_ids: ['region-eu-central-1', 'cn-bj-ct'] })
  const both = ['region-eu-central-1', 'cn-bj-ct']
  expect([await assigned(a.id), await assigned(b.id)]).toEqual([both, both])
  for (const input of [
    { server_ids: [a.id, 'none'], target_ids: [] },
    { server_ids: [a.id], target_ids: ['none'] },
  ]) {
    await assign(input).catch(() => undefined)
    expect(await assigned(a.id)).toEqual(both)
  }
})

describe('targets', () => {
  it('are listed: presets first, then custom ones by name', async () => {
    const [b, a] = [await create({ name: 'b 10' }), await create({ name: 'B 9' })]
    const all = await world.call('GET', '/api/network-probes/targets', undefined, 'member')
    expect(all.filter(({ source }: { source: string | null }) => source === null)).toEqual([a, b])
    expect(all.slice(-2)).toEqual([a, b])
    const now = new Date(noon).toISOString().replace('.000', '')
    expect(a).toEqual({
      ...custom,
      name: 'B 9',
      id: a.id,
      source: null,
      source_name: null,
      created_at: now,
      updated_at: now,
    })
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ provider: 'a\nb' }, 'provider'],
    [{ target: '0.0.0.0:80' }, 'target'],
    [{ target: '[fe80::1]:80' }, 'target'],
    [{ target: '[64:ff9b::7f00:1]:80' }, 'target'],
    [{ target: 'localhost' }, 'target'],
    [{ probe_type: 'udp' }, 'probe_type'],
  ])('refuse %j', async (wrong, field) => {
    for (const [method, path, body] of [
      ['POST', '', { ...custom, ...wrong }],
      ['PUT', `/${(await create()).id}`, wrong],
    ] as const) {
      const answer = await world.ask(method, `/api/network-probes/targets${path}`, body)
      expect([answer.statusCode, answer.json().error.details[0].field]).toEqual([422, field])
    }
  })

  it('show credentials in their query to admins only', async () => {
    const [target, masked] = ['http://web.example/?key=abc123', 'http://web.example/?key=••••••••']
    const { id } = await create({ probe_type: 'http', target })
    const edge = await world.server('edge')
    await edge.assign(id)
    for (const url of ['/api/network-probes/targets', `/api/servers/${edge.id}/network-probes/targets`]) {
      const targetFor = async (role: 'admin' | 'member') =>
        (await world.call('GET', url, undefined, role)).find((row: { id: string }) => row.id === id).target
      expect([await targetFor('admin'), await targetFor('member')]).toEqual([target, masked])
    }
    const details = world.kernel.database.prepare('SELECT detail FROM system_audit_logs').pluck().all()
    expect(details.join()).toContain(masked)
    expect(details.join()).not.toContain('abc123')
  })

  it('have a limit', async () => {
    const insert = world.kernel.database.prepare(
      "INSERT INTO probes_targets VALUES (?, 'target', '', '', '10.0.0.1', 'icmp', 0, 0)",
    )
    for (let i = 0; i < 1000; i++) insert.run(`target-${i}`)
    const answer = await world.ask('POST', '/api/network-probes/targets', custom)
    expect([answer.statusCode, answer.json().error.details]).toEqual([
      400,
      { code: 'probes.TARGET_LIMIT', params: { limit: 1000 } },
    ])
  })

  it('are validated again when their type changes', async () => {
    const { id } = await create({ target: 'http.example', probe_type: 'http' })
    const url = `/api/network-probes/targets/${id}`
    expect((await world.ask('PUT', url, { target: 'ftp://x' })).statusCode).toBe(422)
    expect(await world.call('PUT', url, { probe_type: 'icmp' })).toMatchObject({ name: 'Office', probe_type: 'icmp' })
  })

  it('that are presets cannot be changed', async () => {
    const url = '/api/network-probes/targets/intl-google'
    expect((await world.ask('PUT', url, { name: 'x' })).statusCode).toBe(403)
    expect((await world.ask('DELETE', url)).statusCode).toBe(403)
    expect((await world.ask('DELETE', '/api/network-probes/targets/nothing')).statusCode).toBe(404)
  })

  it('are deleted with their assignments, records and default assignment', async () => {
    const edge = await world.server('edge')
    const { id } = await create()
    await edge.assign(id, 'intl-google')
    await world.call('PUT', '/api/network-probes/setting', {
      interval: 60,
      packet_count: 10,
      default_target_ids: [id, 'intl-google'],
    })
    await edge.reportRounds(round(id, noon), round('intl-google', noon))
    await world.kernel.runJob('NetworkRoundWriter')
    await world.call('DELETE', `/api/network-probes/targets/${id}`)
    expect(ids(await world.call('GET', `/api/servers/${edge.id}/network-probes/targets`))).toEqual(['intl-google'])
    expect((await world.call('GET', '/api/network-probes/setting')).default_target_ids).toEqual(['intl-google'])
    const left = await edge.records(noon - minute, noon + minute)
    expect(left.map((one: { target_id: string }) => one.target_id)).toEqual(['intl-google'])
    await world.kernel.clock.advance(200)
    await vi.waitFor(() => expect(count('probes_forgotten')).toBe(0), { timeout: 20_000 })
    expect(await edge.records(noon - minute, noon + minute)).toEqual(left)
    const acts = world.kernel.database.prepare(
      "SELECT action FROM system_audit_logs WHERE action LIKE 'network%' ORDER BY rowid",
    )
    expect(acts.pluck().all()).toEqual(
      ['target.create', 'assign', 'setting', 'target.delete'].map((act) => `network_probe.${act}`),
    )
  })
})

describe('the probe settings', () => {
  it.each([
    [{ interval: 29 }, 400],
    [{ interval: 601 }, 400],
    [{ packet_count: 4 }, 400],
    [{ packet_count: 21 }, 400],
    [{ default_target_ids: ['nothing'] }, 422],
    [{ default_target_ids: Array.from({ length: 21 }, (_, i) => i).map((i) => `t${i}`) }, 422],
  ])('refuses %j', async (wrong, status) => {
    const before = await world.call('GET', '/api/network-probes/setting')
    expect(before).toEqual({
      interval: 60,
      packet_count: 10,
      default_target_ids: [],
      high_latency_ms: 500,
      very_high_latency_ms: 800,
    })
    const answer = await world.ask('PUT', '/api/network-probes/setting', { ...before, ...wrong })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(await world.call('GET', '/api/network-probes/setting')).toEqual(before)
  })

  it('return the latency thresholds of the configuration', async () => {
    const limits = { high_latency_ms: 120, very_high_latency_ms: 250 }
    await world.kernel.close()
    world = await makeWorld({ config: { network_probe: limits } })
    const path = '/api/network-probes/setting'
    expect((await world.ask('GET', path, undefined, 'member')).json().data).toMatchObject(limits)
    const setting = { interval: 30, packet_count: 5, default_target_ids: ['intl-google'] }
    expect(await world.call('PUT', path, { ...setting, high_latency_ms: 1, very_high_latency_ms: 2 })).toEqual({
      ...setting,
      ...limits,
    })
    expect(await world.call('GET', path)).toEqual({ ...setting, ...limits })
  })

  it('assign targets to new servers, and nothing if the creation fails', async () => {
    const default_target_ids = ['intl-google', 'cn-sh-cm']
    await world.call('PUT', '/api/network-probes/setting', { interval: 30, packet_count: 20, default_target_ids })
    const { id } = await world.server('edge')
    expect(ids(await world.call('GET', `/api/servers/${id}/network-probes/targets`))).toEqual(default_target_ids)
    world.kernel.database.exec(
      "CREATE TRIGGER enrollment_refuse BEFORE INSERT ON enrollment_offers BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    const answer = await world.ask('POST', '/api/servers', { onboarding_request_id: 'r', name: 'never' })
    expect(answer.statusCode).toBe(500)
    expect(count('probes_assignments')).toBe(2)
  })
})

describe('the targets of a server', () => {
  it('are replaced as a set, without duplicates', async () => {
    const { id, assign } = await world.server('edge')
    await assign('intl-google', 'cn-bj-ct')
    await assign('cn-sh-cm', 'cn-sh-cm', 'intl-google')
    const url = `/api/servers/${id}/network-probes/targets`
    expect(ids(await world.call('GET', url))).toEqual(['cn-sh-cm', 'intl-google'])
    const many = (await world.call('GET', '/api/network-probes/targets'))
      .slice(0, 21)
      .map((one: { id: string }) => one.id)
    for (const target_ids of [many, ['intl-google', 'nothing']]) {
      expect((await world.ask('PUT', url, { target_ids })).statusCode).toBe(422)
    }
    expect(ids(await world.call('GET', url))).toEqual(['cn-sh-cm', 'intl-google'])
    await assign(...many.slice(0, 20))
    expect(await world.call('GET', url)).toHaveLength(20)
  })

  it('are deleted with it, and so are its measurements', async () => {
    const edge = await world.server('edge')
    const other = await world.server('other')
    for (const one of [edge, other]) await one.assign('intl-google')
    await edge.reportRounds(round('intl-google', noon))
    await other.reportRounds(round('intl-google', noon))
    await world.kernel.runJob('NetworkRoundWriter')
    await edge.reportRounds(round('intl-google', noon))
    await world.call('DELETE', `/api/servers/${edge.id}`)
    expect([count('probes_assignments'), count('probes_rounds')]).toEqual([1, 2])
    await world.kernel.clock.advance(200)
    await vi.waitFor(() => expect(count('probes_forgotten')).toBe(0), { timeout: 20_000 })
    await world.kernel.runJob('NetworkRoundWriter')
    expect(count('probes_rounds')).toBe(1)
  })

  it('and its measurements are hidden from members while it is hidden', async () => {
    const { id, assign, reportRounds } = await world.server('secret')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    await assign('intl-google')
    const [member, admin] = [await world.viewer(), await world.viewer('admin')]
    await reportRounds(round('intl-google', noon))
    await world.kernel.clock.advance(1000)
    await admin.next('network_probe_update')
    expect(member.countOf('network_probe_update')).toBe(0)
    const range = 'from=2026-05-01T00:00:00Z&to=2026-05-01T13:00:00Z'
    for (const path of ['targets', 'summary', `records?${range}`, `anomalies?${range}`]) {
      const url = `/api/servers/${id}/network-probes/${path}`
      expect([path, (await world.ask('GET', url, undefined, 'member')).statusCode]).toEqual([path, 404])
      expect((await world.ask('GET', url)).statusCode).toBe(200)
    }
    expect(await world.call('GET', '/api/network-probes/overview', undefined, 'member')).toEqual([])
    expect(await world.call('GET', '/api/network-probes/overview')).toHaveLength(1)
    await world.call('PUT', `/api/servers/${id}`, { hidden: false })
    expect(await world.call('GET', '/api/network-probes/overview', undefined, 'member')).toHaveLength(1)
    expect((await world.ask('GET', '/api/servers/nobody/network-probes/summary')).statusCode).toBe(404)
  })
})
