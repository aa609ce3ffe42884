import type { OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { now } from '../../test/notifications-world.ts'
import { makeStage } from '../../test/stage.ts'
import { parseRetryAfter } from './http-request.ts'

const stage = makeStage()
const minute = 60_000
const at = (ms: number) => new Date(now + ms).toISOString().replace('.000Z', 'Z')

describe('parseRetryAfter', () => {
  it.each<[string | string[] | undefined, number | undefined]>([
    ['120', 120],
    [' 7 ', 7],
    ['1.5', 1.5],
    ['0', 0],
    [['90', '10'], 90],
    ['Tue, 14 Nov 2023 22:15:20 GMT', 120],
    ['Tuesday, 14-Nov-23 22:15:20 GMT', 120],
    ['Tue Nov 14 22:15:20 2023', 120],
    ['Tue, 14 Nov 2023 22:13:00 GMT', undefined],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    ...[undefined, '', '-5', '1e9', '0x10', 'soon', '5 minutes', 'Tue, 99 Foo 2023 99:99:99 GMT', []].map(
      (text): [string | string[] | undefined, undefined] => [text, undefined],
    ),
  ])('%j: %s seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })
})

/** Makes one attempt to a webhook that responds like this. */
async function attempt(status: number, headers: OutgoingHttpHeaders) {
  const receiver = await stage.receiver((_, res) => res.writeHead(status, headers).end())
  const world = await stage.world()
  const group = await world.group(await world.create('webhook', { url: receiver.url }))
  world.notify(group.id)
  await world.send()
  const [first] = await world.settled((all) => all[0]?.error != null)
  return { receiver, world, first }
}

describe('Retry-After', () => {
  it.each<[string, number, string, number]>([
    ['in seconds', 429, '300', 5 * minute],
    ['with a date', 503, 'Tue, 14 Nov 2023 22:18:20 GMT', 5 * minute],
    ['shorter than the normal delay', 429, '1', 30_000],
    ['with a past date', 503, 'Tue, 14 Nov 2023 22:00:00 GMT', 30_000],
    ['too long', 429, '9'.repeat(400), 60 * minute],
    ['too long, with a date', 503, 'Fri, 31 Dec 9999 23:59:59 GMT', 60 * minute],
    ['invalid', 429, 'never', 30_000],
    ['with another status', 500, '300', 30_000],
  ])('%s', async (_, status, value, pause) => {
    const { first } = await attempt(status, { 'retry-after': value })
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, next_attempt_at: at(pause) })
  })

  it('delays the whole channel', async () => {
    const { receiver, world } = await attempt(429, { 'retry-after': '3600' })
    receiver.respond = (_, res) => res.end()
    world.notify((await world.request<{ id: string }[]>('GET', '/api/notification-groups'))[0]?.id ?? '')
    await world.kernel.clock.advance(60 * minute - 1000)
    expect(receiver.received).toHaveLength(1)
    await world.kernel.clock.advance(6000)
    await world.settled((all) => all.every(({ state }) => state === 'sent'))
    expect(receiver.received).toHaveLength(3)
  })
})

it('is read from the response of Telegram, too', async () => {
  const receiver = await stage.receiver((_, res) =>
    res.writeHead(429).end(JSON.stringify({ ok: false, description: 'Too Many', parameters: { retry_after: 240 } })),
  )
  const world = await stage.world({ config: { telegram: { base_url: receiver.url } } })
  const group = await world.group(await world.create('telegram', { bot_token: '123:token-of-the-bot', chat_id: '1' }))
  world.notify(group.id)
  await world.send()
  const [first] = await world.settled((all) => all[0]?.error != null)
  expect(first).toMatchObject({ state: 'waiting', next_attempt_at: at(4 * minute) })
})

it.each<[string, string, object, (url: string) => object]>([
  ['Bark', 'bark', { device_key: 'key-of-device' }, (server_url) => ({ server_url })],
  ['Resend', 'email', { from: 'a@example.com', to: ['b@example.com'] }, () => ({})],
])('Retry-After is honored by %s, too', async (_, type, config, where) => {
  const receiver = await stage.receiver((_, res) => res.writeHead(429, { 'retry-after': '300' }).end('{}'))
  const world = await stage.world({
    config: {
      notifications: { allow_private: ['127.0.0.0/8'] },
      resend: { api_key: 'key-of-resend', base_url: receiver.url },
    },
  })
  const group = await world.group(await world.create(type, { ...config, ...where(receiver.url) }))
  world.notify(group.id)
  await world.send()
  const [first] = await world.settled((all) => all[0]?.error != null)
  expect(first).toMatchObject({ state: 'waiting', next_attempt_at: at(5 * minute) })
})
