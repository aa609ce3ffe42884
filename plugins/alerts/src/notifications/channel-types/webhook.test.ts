import { createServer } from 'node:net'
import { sentenceOf } from '@svc/kernel/testing'
import type { CodedText } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import type { World } from '../../../test/notifications-world.ts'
import { makeStage } from '../../../test/stage.ts'
import { literal } from '../../../test/test-types.ts'
import type { Notice } from '../../contract.ts'

const stage = makeStage()
const hostile = '"},{"x":"<b>\r\nX-Evil: 1\r\n\r\n{{message}}&a=b%0d\u2028\ud800.'
const shown = '"},{"x":"<b> X-Evil: 1 {{message}}&a=b%0d \ufffd.'

const create = (world: World, config_json: object) =>
  world.call('POST', '/api/notifications', { name: 'x', notify_type: 'webhook', config_json })

/** What a webhook with this configuration sends for a notice. */
async function sent(config: { url?: string } & Record<string, unknown>, changes: Partial<Notice> = {}) {
  const receiver = await stage.receiver()
  const world = await stage.world()
  const { url = '/', ...rest } = config
  const channel = await world.create('webhook', { ...rest, url: `${receiver.url}${url}` })
  const group = await world.group(channel)
  world.notify(group.id, changes)
  await world.send()
  await world.settled((all) => all[0]?.state === 'sent')
  const [request] = receiver.received
  if (!request) throw new Error('nothing was sent')
  return request
}

/** Why a test through a webhook failed. */
async function failure(respond: Parameters<typeof stage.receiver>[0], config: object = {}) {
  const receiver = await stage.receiver(respond)
  const world = await stage.world()
  const { id } = await world.create('webhook', { url: receiver.url, ...config })
  const test = world.call('POST', `/api/notifications/${id}/test`)
  return { world, receiver, test, origin: receiver.url }
}

describe('a webhook', () => {
  it('sends JSON with all variables by default', async () => {
    const { method, headers, body } = await sent({}, { cpu: 97.04, memory: 61 })
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json'])
    expect(JSON.parse(body)).toEqual({
      title: '[svc] Triggered: web-1 - High CPU',
      text: 'CPU at 97%\n2023-11-14 22:13:20 UTC',
      server_name: 'web-1',
      server_id: 'server-1',
      rule_id: 'rule-1',
      rule_name: 'High CPU',
      source: '',
      severity: '',
      event: 'triggered',
      message: 'CPU at 97%',
      time: '2023-11-14 22:13:20 UTC',
      cpu: '97.0%',
      memory: '61.0%',
      group_id: '',
      count: '1',
    })
  })

  it('sends its template', async () => {
    const template = '{"text": "{{event}} {{ server_name }} {{cpu}}/{{memory}}", "at": ["{{time}}"]}'
    const request = await sent({ method: 'PUT', body_template: template, headers: { 'X-Key': 'v' } })
    expect([request.method, request.headers['x-key']]).toEqual(['PUT', 'v'])
    expect(JSON.parse(request.body)).toEqual({ text: 'triggered web-1 97.0%/', at: ['2023-11-14 22:13:20 UTC'] })
  })

  it('sends no body with GET', async () => {
    const { method, url, body, headers } = await sent({
      url: '/{{server_name}}?m={{message}}&{{memory}}',
      method: 'GET',
    })
    expect([method, url, body, headers['content-length']]).toEqual(['GET', '/web-1?m=CPU%20at%2097%25&', '', undefined])
  })

  it('escapes JSON', async () => {
    const template = '{"name":"{{server_name}}","message":"{{message}}"}'
    const changes = { subjectName: hostile, message: literal(hostile) }
    for (const config of [{}, { body_template: template }]) {
      const body = JSON.parse((await sent(config, changes)).body)
      expect(body).toMatchObject({ message: '"},{"x":"<b>\nX-Evil: 1\n\n{{message}}&a=b%0d\u2028\ufffd.' })
      expect(Object.values(body)).toContain(shown)
    }
  })

  it.each([
    [
      'text/html; charset=utf-8',
      '<p title="{{server_name}}">',
      `<p title="${shown.replace('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}">`,
    ],
    [
      'application/atom+xml',
      '<a>{{server_name}}</a>',
      `<a>${shown.replace('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</a>`,
    ],
    ['application/x-www-form-urlencoded', 'a={{server_name}}&b=1', `a=${encodeURIComponent(shown)}&b=1`],
    ['text/plain', '{{server_name}}', shown],
  ])('escapes %s', async (type, body_template, expected) => {
    const config = { body_template, headers: { 'Content-Type': type } }
    const { body, headers } = await sent(config, { subjectName: hostile })
    expect([body, headers['content-type'], headers['x-evil']]).toEqual([expected, type, undefined])
  })

  it('escapes the URL and keeps its path segments', async () => {
    const url = '/a/{{server_name}}/b?c={{server_name}}'
    expect((await sent({ url }, { subjectName: '/../?#&%\\' })).url).toBe(
      '/a/%2F..%2F%3F%23%26%25%5C/b?c=%2F..%2F%3F%23%26%25%5C',
    )
    const receiver = await stage.receiver()
    const world = await stage.world()
    const group = await world.group(await world.create('webhook', { url: `${receiver.url}/a/{{server_name}}/b` }))
    world.notify(group.id, { subjectName: '..' })
    await world.send()
    expect(await world.settled((all) => all[0]?.state !== 'waiting')).toMatchObject([
      { state: 'failed', error: 'a variable would change the path of the URL' },
    ])
    expect(receiver.received).toEqual([])
  })

  it('sends plain text for a text content type', async () => {
    const { body } = await sent({ headers: { 'content-type': 'text/plain' } })
    expect(body).toBe('[svc] Triggered: web-1 - High CPU\nCPU at 97%\n2023-11-14 22:13:20 UTC\n')
  })

  it('uses the configured language', async () => {
    const receiver = await stage.receiver()
    const world = await stage.world({ config: { notifications: { language: 'zh' } } })
    const group = await world.group(await world.create('webhook', { url: receiver.url }))
    world.notify(group.id, { event: 'recovered', subjectName: '商店', ruleName: '商店 (http)' })
    await world.send()
    await world.settled((all) => all[0]?.state === 'sent')
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      title: '[svc] 已恢复: 商店 (http)',
      event: 'recovered',
      message: 'CPU 97%',
    })
  })
})

describe('a failing webhook', () => {
  it.each([
    [500, 'oops', 'responded with status 500'],
    [401, '', 'responded with status 401'],
    [302, 'moved', 'responded with status 302 (redirects are not followed)'],
    [502, '{"message":"secret","description":"secret"}', 'responded with status 502'],
  ])('with status %i returns 502 and nothing of the body', async (status, body, message) => {
    const location = 'http://127.0.0.1:1/'
    const { test } = await failure((_, res) => res.writeHead(status, { location }).end(body))
    const { error, status: responded } = await test
    expect([responded, error?.code, error?.message]).toEqual([
      502,
      'BAD_GATEWAY',
      `the test was not delivered: the receiver ${message}`,
    ])
  })

  it('that resets the connection', async () => {
    const { test, origin } = await failure((req) => req.socket.resetAndDestroy())
    const { error } = await test
    expect(error?.message).toBe(`the test was not delivered: ${origin} did not respond (ECONNRESET)`)
    const text = { code: 'system.OUTBOUND_FAILED_CODE', params: { subject: origin, code: 'ECONNRESET' } }
    expect(error?.details).toEqual({ code: 'alerts.TEST_FAILED', params: { reason: text } })
  })

  it('that never responds', async () => {
    const { world, receiver, test } = await failure(() => {})
    await expect.poll(() => receiver.received.length).toBe(1)
    await world.kernel.clock.advance(10_000)
    expect((await test).error?.message).toMatch(/10 seconds|10000 ms/)
  })

  it('whose response never ends', async () => {
    const { test } = await failure((_, res) => {
      res.writeHead(500)
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536)));
      }
      res.on('drain', more)
      more()
    })
    expect((await test).error?.message).toMatch(/responded with status 500$/)
  })

  it('that does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1')
    stage.later({ close: async () => server.close() })
    await expect.poll(() => server.listening).toBe(true)
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const { test } = await failure(undefined, { url })
    expect((await test).error?.message).toMatch(/did not respond/)
  })

  it('on a private network', async () => {
    const receiver = await stage.receiver()
    const world = await stage.world({ config: { notifications: { allow_private: [] } } })
    for (const url of [receiver.url, 'http://169.254.169.254/latest', 'http://[::1]:80/', 'http://localhost/']) {
      const { id } = await world.create('webhook', { url })
      const { status, error } = await world.call('POST', `/api/notifications/${id}/test`)
      expect([status, error?.message]).toEqual([502, expect.stringMatching(/public address|did not respond/)])
      const zh = sentenceOf(error?.details as unknown as CodedText, 'zh')
      expect(zh).not.toMatch(/[a-z]{2,} [a-z]{2,}/)
    }
    expect(receiver.received).toEqual([])
  })
})

describe('a webhook configuration', () => {
  const url = 'https://example.com/hook'
  const wrong: [string, object][] = [
    ['url', {}],
    ['url', { url: 7 }],
    ['url', { url: 'example.com' }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'https://user:pass@example.com' }],
    ['url', { url: 'https://example.com/\nx' }],
    ['url', { url: 'https://{{server_name}}/' }],
    ['url', { url: 'https://a{{server_name}}.example.com/' }],
    ['url', { url: 'https://{{server_name}}@example.com/' }],
    ['url', { url: 'https://example.com:{{cpu}}/' }],
    ['url', { url: 'https://example.com{{message}}' }],
    ['url', { url: 'https://example.com/{{nothing}}' }],
    ['url', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['method', { url, method: 'DELETE' }],
    ['method', { url, method: 1 }],
    ['headers', { url, headers: 'X: y' }],
    ['headers', { url, headers: ['X: y'] }],
    ['headers', { url, headers: { 'X:\r\nY': 'z' } }],
    ['headers.X', { url, headers: { X: 'a\r\nY: b' } }],
    ['headers.X', { url, headers: { X: 1 } }],
    ['headers.x', { url, headers: { X: '1', x: '2' } }],
    ['headers.Host', { url, headers: { Host: 'evil.example' } }],
    ['body_template', { url, body_template: 'not JSON' }],
    ['body_template', { url, body_template: '{"cpu": {{cpu}}}' }],
    ['body_template', { url, body_template: '{"a": "{{sever_name}}"}' }],
    ['body_template', { url, body_template: `"${'x'.repeat(16_384)}"` }],
    ['body_template', { url, method: 'GET', body_template: '{}' }],
    ['body_template', { url, headers: { 'Content-Type': 'application/xml' } }],
  ]
  it('is rejected with the invalid field', async () => {
    const world = await stage.world()
    for (const [field, config] of wrong) {
      const { status, error } = await create(world, config)
      const found = [status, error?.details?.[0]?.field]
      expect(found, JSON.stringify(config)).toEqual([422, `config_json.${field}`])
    }
  })

  it('needs only a URL', async () => {
    const world = await stage.world()
    for (const rest of [{}, { method: null, headers: null, body_template: null }, { method: '', body_template: '' }]) {
      expect((await create(world, { url, ...rest, unknown: 1 })).status).toBe(200)
    }
  })

  it('must be an object', async () => {
    const world = await stage.world()
    for (const config of ['{}', 1, null, [1]]) expect((await create(world, config as object)).status).toBe(422)
  })
})
