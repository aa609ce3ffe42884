import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const tcp = { name: 'db', monitor_type: 'tcp', target: 'db.example:5432' }

describe('a service monitor is rejected', () => {
  const page = { monitor_type: 'http_keyword', target: 'https://example.com/' }
  const invalid: [field: string, change: object][] = [
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['interval', { interval: 9 }],
    ['interval', { interval: 86_401 }],
    ['retry_count', { retry_count: 11 }],
    ['notification_group_id', { notification_group_id: 'nobody' }],
    ['server_ids_json', { server_ids_json: ['nowhere'] }],
    ['target', { target: 'db.example' }],
    ['target', { target: 'db.example:0' }],
    ['target', { target: 'db.example:65536' }],
    ['target', { target: '2606:4700::1111' }],
    ['target', { target: 'a b:1' }],
    ['target', { target: '169.254.169.254:80' }],
    ['target', { target: '[::1]:80' }],
    ['target', { target: '[::ffff:169.254.169.254]:80' }],
    ['target', { target: '' }],
    ['config_json.timeout', { config_json: { timeout: 0 } }],
    ['config_json.timeout', { config_json: { timeout: 61 } }],
    ['config_json.timeout', { config_json: { timeout: '5' } }],
    ['target', { ...page, target: 'ftp://example.com/' }],
    ['target', { ...page, target: 'https://user:word@example.com/' }],
    ['target', { ...page, target: 'http://[::1]/' }],
    ['target', { ...page, target: 'http://0xa9fea9fe/' }],
    ['config_json.method', { ...page, config_json: { method: 'TRACE' } }],
    ['config_json.expected_status', { ...page, config_json: { expected_status: ['6xx'] } }],
    ['config_json.expected_status', { ...page, config_json: { expected_status: ['299-200'] } }],
    ['config_json.json_path', { ...page, config_json: { json_path: 'a[' } }],
    ['config_json.json_path', { ...page, config_json: { json_value: 'ok' } }],
    ['config_json.username', { ...page, config_json: { password: 'x' } }],
    ['config_json.username', { ...page, config_json: { username: 'a:b' } }],
    ['config_json.username', { ...page, config_json: { username: 'a', headers: { authorization: 'x' } } }],
    ['tags.0', { ...page, tags: [''] }],
    ['config_json.expected_status', { ...page, config_json: { expected_status: [99] } }],
    ['config_json.expected_status', { ...page, config_json: { expected_status: 200 } }],
    ['config_json.headers', { ...page, config_json: { headers: [] } }],
    ['config_json.headers', { ...page, config_json: { headers: { 'a b': 'c' } } }],
    ['config_json.headers.x', { ...page, config_json: { headers: { x: 'a\r\nb: c' } } }],
    ['config_json.headers.Host', { ...page, config_json: { headers: { Host: 'inside' } } }],
    ['config_json.headers.x', { ...page, config_json: { headers: { X: 'a', x: 'b' } } }],
    ['config_json.headers.x', { ...page, config_json: { headers: { x: '••••••••' } } }],
    ['config_json.body', { ...page, config_json: { body: 'x' } }],
    ['config_json.keyword_exists', { ...page, config_json: { keyword_exists: 'no' } }],
    ['target', { monitor_type: 'postgres', target: 'postgres://db.example/' }],
    ['target', { monitor_type: 'postgres', target: '169.254.169.254' }],
    ['config_json.username', { monitor_type: 'postgres', target: 'db.example' }],
    ['config_json.tls', { monitor_type: 'mysql', target: 'db.example', config_json: { username: 'a', tls: 'yes' } }],
    ['config_json.ca', { monitor_type: 'mysql', target: 'db.example', config_json: { username: 'a', ca: 'x' } }],
    ['config_json.query', { monitor_type: 'redis', target: 'db.example', config_json: { query: 'FLUSHALL' } }],
    ['config_json.database', { monitor_type: 'redis', target: 'db.example', config_json: { database: 'one' } }],
    ['config_json.password', { monitor_type: 'redis', target: 'db.example', config_json: { username: 'a' } }],
    [
      'config_json.expected',
      { monitor_type: 'redis', target: 'db.example', config_json: { expected: 'a', comparison: 'at_least' } },
    ],
    ['monitor_type', { monitor_type: 'docker', target: 'web' }],
    ['target', { monitor_type: 'ssl', target: 'https://example.com' }],
    ['config_json.port', { monitor_type: 'ssl', target: 'example.com', config_json: { port: 0 } }],
    ['config_json.critical_days', { monitor_type: 'ssl', target: 'a.example', config_json: { critical_days: 15 } }],
    ['target', { monitor_type: 'dns', target: '8.8.8.8' }],
    ['config_json.record_type', { monitor_type: 'dns', target: 'a.example', config_json: { record_type: 'NS' } }],
    ['config_json.mode', { monitor_type: 'dns', target: 'a.example', config_json: { mode: 'some' } }],
    [
      'config_json.expected_values',
      { monitor_type: 'dns', target: 'a.example', config_json: { expected_values: [''] } },
    ],
    ['config_json.nameserver', { monitor_type: 'dns', target: 'a.example', config_json: { nameserver: '::1' } }],
    ['config_json.nameserver', { monitor_type: 'dns', target: 'a.example', config_json: { nameserver: 'a b' } }],
    ['target', { monitor_type: 'whois', target: 'localhost' }],
    ['target', { monitor_type: 'whois', target: '8.8.8.8' }],
    ['target', { monitor_type: 'whois', target: 'com' }],
  ]

  it.each(invalid)('with an invalid %s: %j', async (field, change) => {
    const { status, error } = await world.call('admin', 'POST', '', { ...tcp, ...change })
    expect([status, error?.details?.[0]?.field]).toEqual([422, field])
    expect((await world.call('admin', 'GET', '')).data).toEqual([])
  })

  it('with credentials in its URL, which belong into a header', async () => {
    const target = 'https://user:word@example.com/'
    const { error } = await world.call('admin', 'POST', '', { ...tcp, ...page, target })
    expect(error.details).toEqual([
      {
        field: 'target',
        rule: 'must not contain a user name or password; use a header instead',
        code: 'monitors.CREDENTIALS_IN_URL',
      },
    ])
  })

  it('with a group while alerts is disabled, unless it is unchanged', async () => {
    const withoutAlerts = await makeWorld({ withoutAlerts: true })
    const { error } = await withoutAlerts.call('admin', 'POST', '', { ...tcp, notification_group_id: 'group-1' })
    expect(error.details[0]).toEqual({
      field: 'notification_group_id',
      rule: 'cannot be set while the alerts plugin is disabled',
      code: 'monitors.GROUPS_UNAVAILABLE',
    })
    const { id } = await withoutAlerts.make(tcp)
    withoutAlerts.kernel.database.prepare("UPDATE monitors_monitors SET notification_group_id = 'group-1'").run()
    const updated = await withoutAlerts.call('admin', 'PUT', `/${id}`, {
      name: 'new',
      notification_group_id: 'group-1',
    })
    expect(updated.data).toMatchObject({ name: 'new', notification_group_id: 'group-1' })
    await withoutAlerts.close()
  })

  it('with a loopback target unless the operator allowed it', async () => {
    const closed = await makeWorld({ config: { monitors: { allow_private: [] } } })
    // Some resolvers know only `localhost` itself: the other spellings do not resolve.
    for (const target of ['127.0.0.1:1', 'localhost:1', '[::1]:1', 'localhost.:1', 'db.localhost:1']) {
      const { status, error } = await closed.call('admin', 'POST', '', { ...tcp, target })
      expect([status, error.details?.[0].field], target).toEqual([422, 'target'])
    }
    expect((await closed.call('admin', 'POST', '', { ...tcp, target: '192.168.1.1:1' })).status).toBe(200)
    await closed.close()
    expect((await world.call('admin', 'POST', '', { ...tcp, target: '127.0.0.1:1' })).status).toBe(200)
  })
})
