import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretMask } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { makeStage } from '../../../test/stage.ts'
import type { Channel } from '../notification-schema.ts'

const stage = makeStage()
const telegram = { bot_token: '123456:token-of-the-bot', chat_id: '-100123' }
const token = 'Bearer s3cret-of-the-hook'
const webhook = { url: 'https://hooks.example.com/services/T00/B00/s3cret-path?key=s3cret-key' }

const row = (path: string) => `/api/notifications/${path}`

describe('channels', () => {
  it('are created, listed, updated and deleted', async () => {
    const world = await stage.world()
    const made = await world.create('telegram', telegram, '  Night shift ')
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Night shift',
      notify_type: 'telegram',
      config: { bot_token: secretMask, chat_id: '-100123' },
      config_json: expect.any(String),
      enabled: true,
      available: true,
      last_delivery: null,
      created_at: '2023-11-14T22:13:20Z',
    })
    expect(JSON.parse(made.config_json)).toEqual(made.config)
    const other = await world.create('webhook', webhook, 'Day shift')
    expect(await world.request('GET', '/api/notifications')).toEqual([other, made])
    const changed = await world.request('PUT', row(made.id), { name: 'Night', enabled: false })
    expect(changed).toEqual({ ...made, name: 'Night', enabled: false })
    expect(await world.request('GET', row(made.id))).toEqual(changed)
    expect(await world.request('DELETE', row(made.id))).toBe('ok')
    for (const [method, path] of [
      ['GET', made.id],
      ['PUT', made.id],
      ['DELETE', made.id],
      ['POST', `${made.id}/test`],
    ] as const) {
      const { status, error } = await world.call(method, row(path), method === 'PUT' ? {} : undefined)
      expect([status, error?.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(world.audited()).toEqual([
      { action: 'notification.create', id: made.id, name: 'Night shift', notify_type: 'telegram' },
      { action: 'notification.create', id: other.id, name: 'Day shift', notify_type: 'webhook' },
      {
        action: 'notification.update',
        id: made.id,
        from: { name: 'Night shift', notify_type: 'telegram', enabled: true },
        to: { name: 'Night', notify_type: 'telegram', enabled: false },
        config_changed: false,
      },
      { action: 'notification.delete', id: made.id, name: 'Night', notify_type: 'telegram' },
    ])
  })

  it('lists channel types with their problems', async () => {
    const world = await stage.world()
    expect(await world.request('GET', '/api/notification-types')).toEqual([
      { type: 'webhook', name: 'Webhook', name_text: { code: 'alerts.WEBHOOK' }, problem: null, problem_text: null },
      { type: 'telegram', name: 'Telegram', name_text: { code: 'alerts.TELEGRAM' }, problem: null, problem_text: null },
      { type: 'bark', name: 'Bark', name_text: { code: 'alerts.BARK' }, problem: null, problem_text: null },
      {
        type: 'email',
        name: 'Email',
        name_text: { code: 'alerts.EMAIL' },
        problem: 'email needs smtp.host or resend.api_key in the configuration file',
        problem_text: { code: 'alerts.EMAIL_NOT_CONFIGURED' },
      },
    ])
  })

  it('need a readable name', async () => {
    const world = await stage.world()
    const post = (name: string) =>
      world.call('POST', '/api/notifications', { name, notify_type: 'telegram', config_json: telegram })
    // The kernel refuses what is not Unicode.
    expect((await post('\ud800')).status).toBe(400)
    for (const name of ['', '  ', 'x'.repeat(101), 'a\nb', 'a\u202eb', '\u0000']) {
      const { status, error } = await post(name)
      expect([status, error?.details?.[0]?.field], JSON.stringify(name)).toEqual([422, 'name'])
    }
    expect((await world.create('telegram', telegram, '名'.repeat(100))).name).toHaveLength(100)
  })
})

describe('secrets', () => {
  it('appear in no response, log, audit entry or database file', async () => {
    const receiver = await stage.receiver((req, res) => {
      res.writeHead(500).end(JSON.stringify({ ...req.headers, path: req.url }))
    })
    const config = { telegram: { base_url: receiver.url } }
    const world = await stage.world({ config })
    const hook = { url: `${receiver.url}/s3cret-path?key=s3cret-key`, headers: { Authorization: token } }
    const made = [
      await world.create('webhook', hook),
      await world.create('telegram', { ...telegram, bot_token: '1234:s3cret-bot-token' }),
      await world.create('bark', { server_url: receiver.url, device_key: 's3cret-device' }),
    ]
    const group = await world.group(...made)
    world.notify(group.id)
    await world.send()
    await world.settled((all) => all.every(({ error }) => error !== null))
    for (const { id, config, notify_type } of made) {
      expect((await world.call('POST', row(`${id}/test`))).status).toBe(502)
      const form = { name: 'x', notify_type, config_json: config, id }
      expect((await world.call('POST', row('test'), form)).status).toBe(502)
      await world.request('PUT', row(id), { config_json: config })
      await world.call('PUT', row(id), { config_json: { ...config, chat_id: 1.5, method: 'X', server_url: 'x' } })
      await world.request('DELETE', row(id))
    }
    await world.request('GET', '/api/audit-logs?limit=200')
    expect(receiver.received.filter(({ url }) => url.includes('s3cret')).length).toBe(9)
    expect(receiver.received.filter(({ headers }) => headers.authorization === token)).toHaveLength(3)
    const files = ['svc.db', 'svc.db-wal'].map((name) => readFileSync(join(world.kernel.dataDir, name), 'latin1'))
    for (const text of [...world.responses, JSON.stringify(world.kernel.logs), ...files]) {
      expect(text).not.toContain('s3cret')
    }
  })

  it('of a webhook URL show only the origin', async () => {
    const world = await stage.world()
    const made = await world.create('webhook', { ...webhook, headers: { Authorization: token, 'X-A': 'b' } })
    expect(made.config).toEqual({
      url: `https://hooks.example.com/${secretMask}`,
      method: 'POST',
      headers: { Authorization: secretMask, 'X-A': secretMask },
    })
  })

  it('are kept when left out or masked, and removed when emptied', async () => {
    const receiver = await stage.receiver()
    const world = await stage.world()
    const url = `${receiver.url}/s3cret`
    const made = await world.create('webhook', { url, headers: { 'X-A': 'a', 'X-B': 'b' } })
    const sent = async (config_json?: object) => {
      if (config_json) await world.request('PUT', row(made.id), { config_json })
      await world.request('POST', row(`${made.id}/test`))
      const { method, url, headers } = receiver.received.at(-1) ?? {}
      return [method, url, headers?.['x-a'], headers?.['x-b'], headers?.['x-c']]
    }
    expect(await sent()).toEqual(['POST', '/s3cret', 'a', 'b', undefined])
    expect(await sent({ method: 'PUT' })).toEqual(['PUT', '/s3cret', 'a', 'b', undefined])
    expect(await sent({ ...made.config, method: 'put' })).toEqual(['PUT', '/s3cret', 'a', 'b', undefined])
    const headers = { 'X-A': secretMask, 'X-C': 'c' }
    expect(await sent({ url: secretMask, headers })).toEqual(['POST', '/s3cret', 'a', undefined, 'c'])
    expect(await sent({ url: `${receiver.url}/other` })).toEqual(['POST', '/other', 'a', undefined, 'c'])
    expect(await sent({ headers: {} })).toEqual(['POST', '/other', undefined, undefined, undefined])
  })

  it.each([
    ['another address', { url: 'https://evil.example/', headers: { 'X-A': secretMask } }, 'config_json.headers.X-A'],
    ['another address', { url: 'https://evil.example/' }, 'config_json.headers'],
    ['another port', { url: 'https://hooks.example.com:444/' }, 'config_json.headers'],
    ['another address under its mask', { url: `https://evil.example/${secretMask}` }, 'config_json.url'],
    ['more after its mask', { url: `https://hooks.example.com/${secretMask}/x` }, 'config_json.url'],
    ['a mask for nothing', { headers: { 'X-New': secretMask } }, 'config_json.headers.X-New'],
    ['a map for a text', { url: { a: secretMask } }, 'config_json.url.a'],
  ])('are not sent to %s', async (_, config_json, field) => {
    const receiver = await stage.receiver()
    const world = await stage.world()
    const made = await world.create('webhook', { ...webhook, headers: { 'X-A': token } })
    const form = { name: 'x', notify_type: 'webhook', config_json, id: made.id }
    for (const response of [
      await world.call('PUT', row(made.id), { config_json }),
      await world.call('POST', row('test'), form),
    ]) {
      expect([response.status, response.error?.details?.[0]?.field]).toEqual([422, field])
    }
    expect(await world.request('GET', row(made.id))).toEqual(made)
    expect(receiver.received).toEqual([])
  })

  it('of a Bark device are not sent to another server', async () => {
    const world = await stage.world()
    const made = await world.create('bark', { server_url: 'https://api.day.app/', device_key: 'abc' })
    expect(made.config).toEqual({ server_url: 'https://api.day.app', device_key: secretMask })
    const put = (config_json: object) => world.call('PUT', row(made.id), { config_json })
    expect((await put({ server_url: 'https://evil.example' })).error?.details?.[0]?.field).toBe(
      'config_json.device_key',
    )
    expect((await put({ server_url: 'https://evil.example', device_key: 'new' })).status).toBe(200)
  })

  it('are not reused by another type', async () => {
    const world = await stage.world()
    const made = await world.create('telegram', telegram)
    const put = (body: object) => world.call('PUT', row(made.id), body)
    expect((await put({ notify_type: 'bark' })).error?.details?.[0]?.field).toBe('config_json.server_url')
    const masked = { server_url: 'https://api.day.app', device_key: secretMask }
    expect((await put({ notify_type: 'bark', config_json: masked })).error?.details).toEqual([
      {
        field: 'config_json.device_key',
        rule: 'is masked, but no value is stored; enter it',
        code: 'alerts.MASK_WITHOUT_VALUE',
      },
    ])
    expect((await put({ notify_type: 'fax' })).error?.details).toEqual([
      {
        field: 'notify_type',
        rule: 'must be one of webhook, telegram, bark, email',
        code: 'kernel.ONE_OF',
        params: { values: ['webhook', 'telegram', 'bark', 'email'] },
      },
    ])
    const { data } = await put({ notify_type: 'webhook', config_json: webhook })
    expect((data as Channel).config).not.toHaveProperty('bot_token')
    expect(world.kernel.database.prepare('SELECT config_json FROM alerts_channels').get()).toEqual({
      config_json: '{"method":"POST"}',
    })
  })

  it('must be entered again when they cannot be decrypted', async () => {
    const world = await stage.world()
    const [one, two] = [await world.create('telegram', telegram), await world.create('telegram', telegram)]
    world.kernel.database
      .prepare('UPDATE alerts_channels SET sealed_secrets = (SELECT sealed_secrets FROM alerts_channels WHERE id = ?)')
      .run(two.id)
    const shown = await world.request<Channel>('GET', row(one.id))
    expect(shown.config).toEqual({ chat_id: '-100123' })
    const test = await world.call('POST', row(`${one.id}/test`))
    expect([test.status, test.error?.details?.[0]?.field]).toEqual([422, 'config_json'])
    const group = await world.group(one)
    world.notify(group.id)
    await world.send()
    expect((await world.settled((all) => all[0]?.error !== null))[0]?.error).toMatch(/cannot be read/)
    await world.request('PUT', row(one.id), { config_json: telegram })
    expect((await world.request<Channel>('GET', row(one.id))).config).toMatchObject({ bot_token: secretMask })
  })
})
