import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServers, serveTcp } from '../test/servers.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await closeServers()
  await world.close()
})

const tcp = { name: 'db', monitor_type: 'tcp', target: 'db.example:5432' }
const missing = '00000000-0000-4000-8000-000000000000'

describe('a service monitor', () => {
  it('is created with defaults, and listed oldest first and by type', async () => {
    const made = await world.make({ ...tcp, name: '  db ' })
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'db',
      monitor_type: 'tcp',
      target: 'db.example:5432',
      interval: 300,
      config_json: '{"timeout":10}',
      config: { timeout: 10 },
      notification_group_id: null,
      retry_count: 1,
      server_ids: [],
      server_ids_json: null,
      enabled: true,
      ...{ group_name: null, tags: [] },
      last_status: null,
      last_latency: null,
      last_error: null,
      last_error_text: null,
      consecutive_failures: 0,
      outage: null,
      checking: false,
      last_checked_at: null,
      created_at: '2026-11-01T12:00:00Z',
      updated_at: '2026-11-01T12:00:00Z',
    })
    const page = await world.make({ name: 'page', monitor_type: 'http_keyword', target: 'https://example.com/a' })
    expect((await world.call('member', 'GET', '')).data.map(({ id }: { id: string }) => id)).toEqual([made.id, page.id])
    expect((await world.call('member', 'GET', '?type=tcp')).data).toEqual([made])
    expect((await world.call('member', 'GET', `/${made.id}`)).data).toEqual({ ...made, latest_record: null })
    expect((await world.call('member', 'GET', '?type=icmp')).status).toBe(400)
  })

  it.each([
    ['ssl', 'example.com', { port: 443, warning_days: 14, critical_days: 7, timeout: 10 }],
    ['dns', 'example.com', { record_type: 'A', expected_values: [], mode: 'equals', timeout: 10 }],
    [
      'http_keyword',
      'https://example.com/',
      { method: 'GET', keyword_exists: true, expected_status: [200], headers: {}, timeout: 10 },
    ],
    ['tcp', 'example.com:1', { timeout: 10 }],
    ['whois', 'example.com', { warning_days: 30, critical_days: 7 }],
  ])('of type %s has default settings and rejects unknown ones', async (monitor_type, target, config) => {
    const { id } = await world.make({ monitor_type, target })
    expect((await world.get(id)).config).toEqual(
      monitor_type === 'http_keyword' ? { ...config, headers: undefined } : config,
    )
    const { error } = await world.call('admin', 'PUT', `/${id}`, { config_json: { surprise: 1 } })
    expect(error.details[0].field).toBe('config_json.surprise')
  })

  it('can be updated in part, but not its type, and deleted', async () => {
    const { id } = await world.make({ ...tcp, notification_group_id: 'group-1', config_json: { timeout: 3 } })
    await world.kernel.clock.advance(4000)
    const { data } = await world.call('admin', 'PUT', `/${id}`, { name: 'new', interval: 60, monitor_type: 'tcp' })
    expect(data).toMatchObject({
      name: 'new',
      interval: 60,
      target: 'db.example:5432',
      config: { timeout: 3 },
      notification_group_id: 'group-1',
      updated_at: '2026-11-01T12:00:04Z',
      created_at: '2026-11-01T12:00:00Z',
    })
    expect((await world.call('admin', 'PUT', `/${id}`, { notification_group_id: null })).data).toMatchObject({
      notification_group_id: null,
    })
    const { error } = await world.call('admin', 'PUT', `/${id}`, { monitor_type: 'ssl' })
    expect(error.details).toEqual([{ field: 'monitor_type', rule: 'cannot be changed', code: 'monitors.TYPE_FIXED' }])
    expect(await world.call('admin', 'DELETE', `/${id}`)).toMatchObject({ status: 200, data: 'ok' })
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/records'],
      ['GET', '/summary'],
      ['POST', '/check'],
    ] as const) {
      const payload = method === 'PUT' ? {} : undefined
      expect((await world.call('admin', method, `/${id}${path}`, payload)).status).toBe(404)
      expect((await world.call('admin', method, `/${missing}${path}`, payload)).status).toBe(404)
    }
  })

  it('leaves no records behind when it is deleted', async () => {
    const { port } = await serveTcp()
    const { id } = await world.make({ ...tcp, target: `127.0.0.1:${port}` })
    await world.call('admin', 'POST', `/${id}/check`)
    await world.call('admin', 'DELETE', `/${id}`)
    const count = (table: string) => world.kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    await world.until(() => count('monitors_records') === 0 && count('monitors_purges') === 0)
  })

  it('loses deleted groups and servers', async () => {
    const [one, two] = [await world.onboard('one'), await world.onboard('two')]
    const { id } = await world.make({ ...tcp, notification_group_id: 'group-1', server_ids_json: [one, two, one] })
    const other = await world.make({ ...tcp, notification_group_id: 'group-2', server_ids_json: [one] })
    expect(await world.get(id)).toMatchObject({ server_ids: [one, two], server_ids_json: JSON.stringify([one, two]) })
    world.deleteGroup('group-1')
    await world.kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${one}` })
    expect(await world.get(id)).toMatchObject({ notification_group_id: null, server_ids: [two] })
    expect(await world.get(other.id)).toMatchObject({ notification_group_id: 'group-2', server_ids_json: null })
  })

  it('does not show hidden servers to members', async () => {
    const hidden = await world.onboard('hidden')
    await world.kernel.as('admin').inject({ method: 'PUT', url: `/api/servers/${hidden}`, payload: { hidden: true } })
    const { id } = await world.make({ ...tcp, server_ids_json: [hidden] })
    expect((await world.call('member', 'GET', `/${id}`)).data).toMatchObject({ server_ids: [], server_ids_json: null })
    expect((await world.get(id)).server_ids).toEqual([hidden])
  })

  it('shows no secrets in the query of its target, except to admins', async () => {
    const target = 'https://example.com/health?token=abc123&deep'
    const { id } = await world.make({ name: 'page', monitor_type: 'http_keyword', target })
    const masked = 'https://example.com/health?token=••••••••&••••••••'
    expect((await world.call('member', 'GET', `/${id}`)).data.target).toBe(masked)
    expect((await world.call('member', 'GET', '')).data[0].target).toBe(masked)
    expect((await world.get(id)).target).toBe(target)
    expect(world.audited().map(({ detail }) => JSON.parse(detail).target)).toEqual([masked])
  })

  it('can only be changed by admins, and every change is audited', async () => {
    const { port } = await serveTcp()
    const { id } = await world.make({ ...tcp, target: `127.0.0.1:${port}` })
    await world.call('admin', 'PUT', `/${id}`, { retry_count: 3 })
    await world.call('admin', 'POST', `/${id}/check`)
    await world.call('admin', 'DELETE', `/${id}`)
    expect(world.audited().map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['service_monitor.create', { id, name: 'db', monitor_type: 'tcp', target: `127.0.0.1:${port}` }],
      ['service_monitor.update', { id, name: 'db', changed: ['retry_count'] }],
      ['service_monitor.check', { id, name: 'db', success: true }],
      ['service_monitor.delete', { id, name: 'db' }],
    ])
    for (const [method, url] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/check`],
    ] as const) {
      expect((await world.call('member', method, url, {})).status).toBe(403)
    }
  })
})
