import { describe, expect, it } from 'vitest'
import { makeStage } from '../../../test/stage.ts'
import { literal } from '../../../test/test-types.ts'
import type { Notice } from '../../contract.ts'

const stage = makeStage()
const hostile: Partial<Notice> = {
  subjectName: '<b>&"web"/../?#',
  message: literal('</b><script>{{time}}</script>\r\n100 % & more'),
}

async function telegram(respond?: Parameters<typeof stage.receiver>[0]) {
  const receiver = await stage.receiver(respond)
  const world = await stage.world({
    config: { notifications: { allow_private: [] }, telegram: { base_url: `${receiver.url}/` } },
  })
  const channel = await world.create('telegram', { bot_token: '123:token-of-the-bot', chat_id: -100123 })
  return { receiver, world, channel }
}

async function bark(respond?: Parameters<typeof stage.receiver>[0]) {
  const receiver = await stage.receiver(respond)
  const world = await stage.world()
  const channel = await world.create('bark', { server_url: `${receiver.url}/push/`, device_key: 'key-of-device' })
  return { receiver, world, channel }
}

async function expectInvalid(notify_type: string, cases: readonly [string, object][]) {
  const world = await stage.world()
  for (const [field, config_json] of cases) {
    const { status, error } = await world.call('POST', '/api/notifications', { name: 'x', notify_type, config_json })
    const found = [status, error?.details?.[0]?.field]
    expect(found, JSON.stringify(config_json)).toEqual([422, `config_json.${field}`])
  }
}

describe('a Telegram chat', () => {
  it('gets one message with escaped text', async () => {
    const { receiver, world, channel } = await telegram()
    const group = await world.group(channel)
    world.notify(group.id, hostile)
    await world.send()
    await world.settled((all) => all[0]?.state === 'sent')
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = receiver.received
    expect([method, url, headers['content-type']]).toEqual([
      'POST',
      '/bot123:token-of-the-bot/sendMessage',
      'application/json',
    ])
    expect(JSON.parse(body)).toEqual({
      chat_id: '-100123',
      text:
        '<b>[svc] Triggered: &lt;b&gt;&amp;&quot;web&quot;/../?# - High CPU</b>\n' +
        '&lt;/b&gt;&lt;script&gt;{{time}}&lt;/script&gt;\n100 % &amp; more\n2023-11-14 22:13:20 UTC',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
  })

  it('gets a long message truncated between characters', async () => {
    const { receiver, world, channel } = await telegram()
    const group = await world.group(channel)
    world.notify(group.id, { message: literal('😀'.repeat(5000)) })
    await world.send()
    await world.settled((all) => all[0]?.state === 'sent')
    const { text } = JSON.parse(receiver.received[0]?.body ?? '')
    expect(text.length).toBeLessThan(4096)
    expect(text).not.toContain('\ufffd')
  })

  it.each([
    ['Bad Request: chat not found', 'Bad Request: chat not found'],
    [`<b>\u0000\u202e\r\n${'x'.repeat(1000)}`, `<b> ${'x'.repeat(296)}...`],
  ])('quotes the description of an error, on one line', async (description, quoted) => {
    const { world, channel } = await telegram((_, res) =>
      res.writeHead(400).end(JSON.stringify({ ok: false, error_code: 400, description, other: 'secret' })),
    )
    const { status, error } = await world.call('POST', `/api/notifications/${channel.id}/test`)
    expect([status, error?.message]).toEqual([
      502,
      `the test was not delivered: Telegram responded with status 400: ${quoted}`,
    ])
  })

  it('is rejected with the invalid field', async () => {
    await expectInvalid('telegram', [
      ['bot_token', { chat_id: '1' }],
      ['bot_token', { bot_token: 'abc', chat_id: '1' }],
      ['bot_token', { bot_token: '123:abcdefghij/../x', chat_id: '1' }],
      ['chat_id', { bot_token: '123:abcdefghij' }],
      ['chat_id', { bot_token: '123:abcdefghij', chat_id: 'me' }],
      ['chat_id', { bot_token: '123:abcdefghij', chat_id: 1.5 }],
    ])
  })
})

describe('a Bark device', () => {
  it('gets texts as single segments of the URL', async () => {
    const { receiver, world, channel } = await bark()
    const group = await world.group(channel)
    world.notify(group.id, hostile)
    world.notify(group.id, { message: literal('😀\n'.repeat(1000)) })
    await world.send()
    await world.settled((all) => all.every(({ state }) => state === 'sent'))
    const [first, second] = receiver.received.map(({ method, url }) => ({ method, parts: url.split('/') }))
    expect([first?.method, first?.parts.map(decodeURIComponent)]).toEqual([
      'GET',
      [
        '',
        'push',
        'key-of-device',
        '[svc] Triggered: <b>&"web"/../?# - High CPU',
        '</b><script>{{time}}</script>\n100 % & more\n2023-11-14 22:13:20 UTC',
      ],
    ])
    expect(decodeURIComponent(second?.parts.at(-1) ?? '')).toBe('😀\n'.repeat(166).concat('😀'))
  })

  it('quotes the error of the server', async () => {
    const { world, channel } = await bark((_, res) => res.writeHead(400).end('{"code":400,"message":"no such device"}'))
    const { error } = await world.call('POST', `/api/notifications/${channel.id}/test`)
    expect(error?.message).toBe('the test was not delivered: the Bark server responded with status 400: no such device')
  })

  it('is rejected with the invalid field', async () => {
    await expectInvalid('bark', [
      ['server_url', { device_key: 'a' }],
      ['server_url', { server_url: 'api.day.app', device_key: 'a' }],
      ['server_url', { server_url: 'https://a:b@api.day.app', device_key: 'a' }],
      ['server_url', { server_url: 'https://api.day.app/?x', device_key: 'a' }],
      ['device_key', { server_url: 'https://api.day.app' }],
      ['device_key', { server_url: 'https://api.day.app', device_key: 'a/b' }],
    ])
  })
})
