import { sentenceOf } from '@svc/kernel/testing'
import { type CodedText, contribute, definePlugin, invalid, text } from '@svc/plugin-sdk'
import { secretMask } from '@svc/protocol'
import { expect, it } from 'vitest'
import { makeStage } from '../../test/stage.ts'
import { literal } from '../../test/test-types.ts'
import { type ChannelType, channels, DeliveryError } from '../contract.ts'
import type { Channel } from './notification-schema.ts'

const stage = makeStage()

/** A plugin that contributes a channel type. */
const pluginWith = (type: ChannelType) =>
  definePlugin({ id: 'pager', setup: () => ({ contributes: contribute(channels, type) }) })

const pager = (changes: Partial<ChannelType> = {}): ChannelType => ({
  type: 'pager',
  name: literal('Pager'),
  secrets: ['account.key'],
  parse: (config) => {
    const account = config.account as { key?: unknown; user?: unknown } | undefined
    if (typeof account?.key !== 'string') throw invalid('config_json.account.key', 'kernel.REQUIRED')
    return { account: { key: account.key, user: account.user ?? 'anonymous' } }
  },
  deliver: async () => {},
  ...changes,
})

/** A world with a pager channel whose group was notified. */
async function paged(type: ChannelType) {
  const world = await stage.world({ plugins: [pluginWith(type)] })
  const channel = await world.create('pager', { account: { key: 'p4ger-key', user: 'me' } })
  const group = await world.group(channel)
  world.notify(group.id)
  await world.send()
  return { world, channel }
}

it('a contributed type works like a built-in one, with nested secrets', async () => {
  const delivered: unknown[] = []
  const deliver: ChannelType['deliver'] = async (config, { title }) => void delivered.push(config, title)
  const { world, channel } = await paged(pager({ deliver }))
  await world.settled((all) => all[0]?.state === 'sent')
  expect(delivered).toEqual([{ account: { key: 'p4ger-key', user: 'me' } }, '[svc] Triggered: web-1 - High CPU'])
  expect(channel.config).toEqual({ account: { key: secretMask, user: 'me' } })
  const put = (config_json: object) =>
    world.request<Channel>('PUT', `/api/notifications/${channel.id}`, { config_json })
  await put({ account: { key: secretMask, user: 'you' } })
  await put({ account: { user: 'them' } })
  await world.request('POST', `/api/notifications/${channel.id}/test`)
  expect(delivered[2]).toEqual({ account: { key: 'p4ger-key', user: 'them' } })
})

it.each<[string, unknown, string, string]>([
  ['gives a reason', new DeliveryError('no paper; key p4ger-key', false), 'waiting', `no paper; key ${secretMask}`],
  ['fails permanently', new DeliveryError('out of order', true), 'failed', 'out of order'],
  ['gives no reason', new DeliveryError('', false), 'waiting', 'failed'],
  ['throws an error', new TypeError('x of p4ger-key'), 'waiting', 'unexpected error (TypeError)'],
  ['throws a string', 'p4ger-key', 'waiting', 'unexpected error (string)'],
])('a type that %s fails the delivery without revealing secrets', async (_, failure, state, error) => {
  const { world } = await paged(pager({ deliver: () => Promise.reject(failure) }))
  expect(await world.settled((all) => all[0]?.error !== null)).toMatchObject([{ state, error }])
  expect(JSON.stringify([world.kernel.logs, world.responses])).not.toContain('p4ger-key')
})

it.each([
  [Number.NaN, 30],
  [-1e9, 30],
  ['600', 30],
  [600, 600],
  [Number.POSITIVE_INFINITY, 3600],
])('retryAfter of %s seconds delays by %s', async (retryAfter, seconds) => {
  const failure = new DeliveryError('busy', false, { retryAfter: retryAfter as number })
  const { world } = await paged(pager({ deliver: () => Promise.reject(failure) }))
  const [first] = await world.settled((all) => all[0]?.error !== null)
  const due = Date.parse(first?.next_attempt_at ?? '') - world.kernel.clock.now()
  expect(due).toBe(seconds * 1000)
})

it.each([
  [
    'by code',
    text('alerts.RECEIVER_REASON', { answer: literal('key p4ger-key'), reason: 'no paper; p4ger-key' }),
    `key ${secretMask}: no paper; ${secretMask}`,
    `key ${secretMask}：no paper; ${secretMask}`,
  ],
  ['in one language', 'no paper; p4ger-key', `no paper; ${secretMask}`, `no paper; ${secretMask}`],
  ['that is empty', '', 'failed', '发送失败'],
])('a reason %s is stored by code, without secrets', async (_, why, en, zh) => {
  const { world, channel } = await paged(pager({ deliver: () => Promise.reject(new DeliveryError(why, false)) }))
  expect(await world.settled((all) => all[0]?.error !== null)).toMatchObject([{ error: en }])
  const path = `/api/notifications/${channel.id}`
  const { last_delivery } = await world.request<Channel>('GET', path)
  expect(last_delivery?.error_text && sentenceOf(last_delivery.error_text, 'zh')).toBe(zh)
  const { status, error } = await world.call('POST', `${path}/test`)
  expect([status, error?.message]).toEqual([502, `the test was not delivered: ${en}`])
  expect(sentenceOf(error?.details as unknown as CodedText, 'zh')).toBe(`测试发送失败：${zh}`)
  expect(JSON.stringify([world.kernel.logs, world.responses])).not.toContain('p4ger-key')
})

it('a type that throws synchronously fails the delivery', async () => {
  const deliver = () => {
    throw new RangeError('sync')
  }
  const { world } = await paged(pager({ deliver }))
  expect((await world.settled((all) => all[0]?.error !== null))[0]?.error).toMatch(/RangeError/)
})

it('a type that ignores the abort signal does not block others', async () => {
  let stop: AbortSignal | undefined
  const deliver: ChannelType['deliver'] = (_, __, signal) => {
    stop = signal
    return new Promise(() => {})
  }
  const { world } = await paged(pager({ deliver }))
  await expect.poll(() => stop?.aborted).toBe(false)
  await world.kernel.clock.advance(10_000)
  expect(await world.settled((all) => all[0]?.error !== null)).toMatchObject([
    { state: 'waiting', error: 'timed out after 10 seconds' },
  ])
  expect(stop?.aborted).toBe(true)
})

it('channels of a plugin that is not running are kept, and their deliveries wait', async () => {
  const { world, channel } = await paged(pager())
  await world.settled((all) => all[0]?.state === 'sent')
  const next = await stage.world({ dataDir: world.kernel.dataDir })
  const path = `/api/notifications/${channel.id}`
  const shown = await next.request<Channel>('GET', path)
  expect([shown.available, shown.config]).toEqual([false, { account: { user: 'me' } }])
  expect((await next.call('POST', `${path}/test`)).error?.details?.[0]?.field).toBe('notify_type')
  expect((await next.call('PUT', path, { config_json: {} })).error?.details?.[0]?.field).toBe('notify_type')
  expect((await next.request<Channel>('PUT', path, { name: 'Renamed' })).name).toBe('Renamed')
  const [group] = await next.request<{ id: string }[]>('GET', '/api/notification-groups')
  next.notify(group?.id ?? '')
  await next.send()
  expect((await next.settled((all) => all[0]?.error !== null))[0]).toMatchObject({
    state: 'waiting',
    error: 'no running plugin offers channels of type pager',
  })
})
