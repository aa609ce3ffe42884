import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, range, type World } from '../../test/world.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const minute = 60_000
const body = { name: 'gateway', probe_type: 'icmp', target: '10.0.0.1', interval: 30 }
const create = (more: object = {}) => world.call('POST', '/api/ping-tasks', { ...body, ...more })
const stamp = (ms: number) => new Date(ms).toISOString().replace('.000', '')

describe('ping tasks', () => {
  it('are created, changed and deleted', async () => {
    const { id: server } = await world.server('edge')
    const made = await create({ server_ids: [server, server] })
    const shown = { ...body, server_ids: [server], server_ids_json: JSON.stringify([server]), enabled: true }
    expect(made).toEqual({ id: made.id, created_at: stamp(noon), ...shown })
    expect(await world.call('GET', '/api/ping-tasks', undefined, 'member')).toEqual([made])
    const forAll = await world.call('PUT', `/api/ping-tasks/${made.id}`, { server_ids: [] })
    expect(forAll).toEqual({ ...made, server_ids: [], server_ids_json: '[]' })
    expect(await world.call('GET', `/api/ping-tasks/${made.id}`)).toEqual(forAll)
    const changed = await world.call('PUT', `/api/ping-tasks/${made.id}`, { enabled: false })
    expect(changed).toEqual({ ...made, enabled: false, server_ids: [], server_ids_json: '[]' })
    expect(await world.call('GET', `/api/ping-tasks/${made.id}`)).toEqual(changed)
    expect(await world.call('DELETE', `/api/ping-tasks/${made.id}`)).toBe('ok')
    expect((await world.ask('GET', `/api/ping-tasks/${made.id}`)).statusCode).toBe(404)
    const acts = world.kernel.database
      .prepare("SELECT action FROM system_audit_logs WHERE action LIKE 'ping%' ORDER BY rowid")
      .pluck()
    expect(acts.all()).toEqual(['ping_task.create', 'ping_task.update', 'ping_task.update', 'ping_task.delete'])
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ target: '127.0.0.1' }, 'target'],
    [{ target: '169.254.169.254' }, 'target'],
    [{ target: '::ffff:127.0.0.1' }, 'target'],
    [{ probe_type: 'tcp', target: 'host:99999' }, 'target'],
    [{ probe_type: 'http', target: 'http://localhost/' }, 'target'],
    [{ probe_type: 'gopher' }, 'probe_type'],
    [{ interval: 4 }, 'interval'],
    [{ interval: 86_401 }, 'interval'],
    [{ server_ids: ['nobody'] }, 'server_ids'],
  ])('refuse %j', async (wrong, field) => {
    const answer = await world.ask('POST', '/api/ping-tasks', { ...body, ...wrong })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().error.details[0].field).toBe(field)
  })

  it('have a limit', async () => {
    const insert = world.kernel.database.prepare(
      "INSERT INTO probes_ping_tasks VALUES (?, 'task', 'icmp', '10.0.0.1', 60, 1, 0)",
    )
    for (let i = 0; i < 200; i++) insert.run(`task-${i}`)
    const answer = await world.ask('POST', '/api/ping-tasks', body)
    expect([answer.statusCode, answer.json().error.details]).toEqual([
      400,
      { code: 'probes.PING_TASK_LIMIT', params: { limit: 200 } },
    ])
  })

  it('are disabled when their last server is deleted, instead of applying to all servers', async () => {
    const [edge, other] = [await world.server('edge'), await world.server('other')]
    const mine = await create({ server_ids: [edge.id] })
    const both = await create({ name: 'both', server_ids: [edge.id, other.id] })
    await world.call('DELETE', `/api/servers/${edge.id}`)
    const left = await world.call('GET', '/api/ping-tasks')
    expect(left).toMatchObject([
      { id: mine.id, enabled: false, server_ids: [] },
      { id: both.id, enabled: true, server_ids: [other.id] },
    ])
  })

  it('show credentials in the query of a target to admins only', async () => {
    const target = 'http://web.example/?key=abc123'
    const masked = 'http://web.example/?key=••••••••'
    const { id } = await create({ probe_type: 'http', target })
    expect((await world.call('GET', `/api/ping-tasks/${id}`)).target).toBe(target)
    for (const path of ['', `/${id}`]) {
      const found = await world.call('GET', `/api/ping-tasks${path}`, undefined, 'member')
      expect([found].flat()[0].target).toBe(masked)
    }
    await world.call('PUT', `/api/ping-tasks/${id}`, { name: 'renamed' })
    expect((await world.call('GET', `/api/ping-tasks/${id}`)).target).toBe(target)
    const details = world.kernel.database.prepare('SELECT detail FROM system_audit_logs').pluck().all()
    expect(details.join()).toContain(masked)
    expect(details.join()).not.toContain('abc123')
  })

  it('do not reveal hidden servers to members', async () => {
    const [edge, secret] = [await world.server('edge'), await world.server('secret')]
    await world.call('PUT', `/api/servers/${secret.id}`, { hidden: true })
    const both = await create({ server_ids: [edge.id, secret.id] })
    const hidden = await create({ name: 'hidden', server_ids: [secret.id] })
    await secret.reportPing(both.id)
    const seen = await world.call('GET', '/api/ping-tasks', undefined, 'member')
    expect(seen).toMatchObject([{ id: both.id, server_ids: [edge.id], server_ids_json: JSON.stringify([edge.id]) }])
    expect((await world.ask('GET', `/api/ping-tasks/${hidden.id}`, undefined, 'member')).statusCode).toBe(404)
    const url = `/api/ping-tasks/${both.id}/records?${range(noon - minute, noon + minute)}`
    expect(await world.call('GET', url, undefined, 'member')).toEqual([])
    expect((await world.ask('GET', `${url}&server_id=${secret.id}`, undefined, 'member')).statusCode).toBe(404)
    expect(await world.call('GET', url)).toHaveLength(1)
  })
})

describe('agents receive their ping tasks', () => {
  it('that they are capable of, on connection and after changes', async () => {
    const icmp = 8
    const tcp = 16
    const edge = await world.server('edge', icmp)
    const other = await world.server('other', tcp)
    await world.kernel.clock.advance(100)
    expect(await edge.agent.next('ping_tasks_sync')).toEqual({ type: 'ping_tasks_sync', tasks: [] })
    await other.agent.next('ping_tasks_sync')
    const made = await create()
    await create({ name: 'port', probe_type: 'tcp', target: 'host:22', server_ids: [edge.id] })
    await create({ name: 'off', enabled: false })
    await world.kernel.clock.advance(100)
    const task = { task_id: made.id, probe_type: 'icmp', target: '10.0.0.1', interval: 30 }
    expect((await edge.agent.next('ping_tasks_sync')).tasks).toEqual([task])
    expect((await other.agent.next('ping_tasks_sync')).tasks).toEqual([])
    await world.call('PUT', `/api/ping-tasks/${made.id}`, { server_ids: [edge.id], interval: 60 })
    await world.kernel.clock.advance(100)
    expect((await edge.agent.next('ping_tasks_sync')).tasks).toEqual([{ ...task, interval: 60 }])
    await other.agent.next('ping_tasks_sync')
    await world.call('PUT', `/api/ping-tasks/${made.id}`, { interval: 90 })
    await world.kernel.clock.advance(100)
    await edge.agent.next('ping_tasks_sync')
    await other.agent.settle()
    expect([edge, other].map(({ agent }) => agent.countOf('ping_tasks_sync'))).toEqual([0, 0])
  })
})

describe('ping results', () => {
  it('are stored with their errors, and returned as records and series', async () => {
    const edge = await world.server('edge')
    const { id } = await create()
    await edge.reportPing(id, { time: 'whenever' })
    world.kernel.clock.set(noon + 30_000)
    await edge.reportPing(id, { success: false, latency: 0, error: 'no\nroute \u202e to host' })
    world.kernel.clock.set(noon + 60_000)
    await edge.reportPing(id, { success: false, latency: 35, error: `HTTP 503 ${' '.repeat(900)}` })
    await edge.reportPing('nothing')
    const url = `/api/ping-tasks/${id}/records?${range(noon - minute, noon + 2 * minute)}`
    const records = await world.call('GET', url)
    const common = { task_id: id, server_id: edge.id }
    expect(records).toMatchObject([
      { ...common, latency: 12.5, success: true, error: null, time: stamp(noon) },
      { ...common, latency: null, success: false, error: 'no route   to host', time: stamp(noon + 30_000) },
      { ...common, latency: 35, success: false, error: 'HTTP 503', time: stamp(noon + 60_000) },
    ])
    expect(new Set(records.map((one: { id: number }) => one.id)).size).toBe(3)
    expect(await world.call('GET', `${url}&server_id=${edge.id}`)).toEqual(records)
    const series = await world.call('GET', url.replace('records', 'series'))
    expect(series).toMatchObject([{ server_id: edge.id, server_name: 'edge' }])
    const filled = series[0].points.filter(({ sent }: { sent: number }) => sent > 0)
    expect(filled).toMatchObject([
      { time: stamp(noon), avg_latency: 12.5, max_latency: 12.5, sent: 1, failed: 0 },
      { avg_latency: null, sent: 1, failed: 1 },
      { avg_latency: 35, failed: 1 },
    ])
    expect(series[0].points.length).toBeGreaterThan(5)
  })

  it('are deleted with their task', async () => {
    const edge = await world.server('edge')
    const { id } = await create()
    await edge.reportPing(id)
    await world.kernel.runJob('PingResultWriter')
    const rows = () => world.kernel.database.prepare('SELECT count(*) FROM probes_ping_results').pluck().get()
    expect(rows()).toBe(1)
    await world.call('DELETE', `/api/ping-tasks/${id}`)
    await world.kernel.clock.advance(200)
    await vi.waitFor(() => expect(rows()).toBe(0), { timeout: 20_000 })
  })

  it('have a limited number of distinct errors', async () => {
    const edge = await world.server('edge')
    const { id } = await create({ interval: 5 })
    for (let i = 0; i < 40; i++) {
      world.kernel.clock.set(noon + i * 5000)
      await edge.reportPing(id, { success: false, latency: 0, error: `error ${i}` })
    }
    const records = await world.call('GET', `/api/ping-tasks/${id}/records?${range(noon, noon + 5 * minute)}`)
    expect(new Set(records.map(({ error }: { error: string }) => error)).size).toBe(33)
  })

  it('require a valid range', async () => {
    const { id } = await create()
    for (const query of ['', 'from=x&to=y', `from=${stamp(noon)}`, range(noon, noon - 1000)]) {
      const answer = await world.ask('GET', `/api/ping-tasks/${id}/records?${query}`)
      expect([answer.statusCode, query]).toEqual([400, query])
    }
  })
})
