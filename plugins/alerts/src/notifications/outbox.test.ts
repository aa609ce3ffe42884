import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { now } from '../../test/notifications-world.ts'
import type { Receiver } from '../../test/receiver.ts'
import { makeStage } from '../../test/stage.ts'
import { literal } from '../../test/test-types.ts'
import type { Delivery } from './notification-schema.ts'

const stage = makeStage()
const minute = 60_000

const isOver = (all: readonly Delivery[]) => all.every(({ state }) => state !== 'waiting')
const tried = (attempts: number) => (all: readonly Delivery[]) =>
  all.some((one) => one.attempts === attempts && one.error !== null)
/** The attempt with this number failed, and another one comes later than `time`. */
const waitsAfter = (attempts: number, time: number) => (all: readonly Delivery[]) =>
  tried(attempts)(all) && all.some(({ next_attempt_at: next }) => next !== null && Date.parse(next) > time)
const messages = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).message)

/** A world with one webhook channel in a group. */
async function makeWebhookWorld(options?: Parameters<typeof stage.world>[0]) {
  const receiver = await stage.receiver()
  const world = await stage.world(options)
  const channel = await world.create('webhook', { url: `${receiver.url}/hook` })
  const group = await world.group(channel)
  const notify = (text: string) => world.notify(group.id, { message: literal(text) })
  return { world, receiver, channel, group, notify }
}

it('sends to every enabled channel of a group immediately', async () => {
  const { world, receiver, channel } = await makeWebhookWorld()
  const second = await world.create('webhook', { url: `${receiver.url}/second` })
  const off = await world.create('webhook', { url: `${receiver.url}/off` })
  await world.request('PUT', `/api/notifications/${off.id}`, { enabled: false })
  const group = await world.group(second, off, channel)
  world.notify(group.id)
  world.notify('a deleted group')
  await world.kernel.clock.advance(0)
  const all = await world.settled(isOver)
  expect(all.map(({ channel_id, state, attempts }) => [channel_id, state, attempts])).toEqual([
    [channel.id, 'sent', 1],
    [second.id, 'sent', 1],
  ])
  expect(receiver.received.map(({ url }) => url).toSorted()).toEqual(['/hook', '/second'])
  expect(await world.request('GET', `/api/notifications/${channel.id}`)).toMatchObject({
    last_delivery: { state: 'sent', at: '2023-11-14T22:13:20Z', error: null },
  })
})

it('queues in the transaction of the caller', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  const raw = world.kernel.database
  const failing = raw.transaction(() => {
    notify('never')
    throw new Error('rolled back')
  })
  expect(failing).toThrow('rolled back')
  raw.transaction(() => notify('committed'))()
  await world.kernel.clock.advance(0)
  await world.settled((all) => all.length === 1 && isOver(all))
  expect(messages(receiver)).toEqual(['committed'])
})

it('retries after 30 s, 2 min, 10 min and 30 min, then fails', async () => {
  const { world, receiver, channel, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(503).end('try later')
  notify('down')
  await world.send()
  const pauses = [30_000, 2 * minute, 10 * minute, 30 * minute]
  for (const [index, pause] of pauses.entries()) {
    const [one] = await world.settled(waitsAfter(index + 1, world.kernel.clock.now()))
    const due = new Date(world.kernel.clock.now() + pause).toISOString().replace('.000Z', 'Z')
    expect(one).toMatchObject({ state: 'waiting', next_attempt_at: due, finished_at: null })
    await world.kernel.clock.advance(pause - 1000)
    expect(receiver.received).toHaveLength(index + 1)
    // The job runs every five seconds.
    await world.kernel.clock.advance(6000)
  }
  const [one] = await world.settled(isOver)
  expect(one).toMatchObject({
    ...{ state: 'failed', attempts: 5, next_attempt_at: null },
    error: 'the receiver responded with status 503',
  })
  expect(receiver.received).toHaveLength(5)
  expect(await world.request('GET', `/api/notifications/${channel.id}`)).toMatchObject({
    last_delivery: { state: 'failed', error: 'the receiver responded with status 503' },
  })
})

it('fails immediately on a permanent error', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(422).end('{"error":"bad"}')
  notify('x')
  await world.send()
  expect(await world.settled(isOver)).toMatchObject([
    {
      ...{ state: 'failed', attempts: 1, error: 'the receiver responded with status 422' },
      error_text: { code: 'alerts.RECEIVER_STATUS', params: { status: 422 } },
    },
  ])
})

it('keeps the order within a channel while retrying', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(500).end()
  notify('triggered')
  await world.send()
  await world.settled(tried(1))
  notify('resolved')
  await world.kernel.clock.advance(10_000)
  expect(messages(receiver)).toEqual(['triggered'])
  receiver.respond = (_, res) => res.end()
  await world.kernel.clock.advance(25_000)
  await world.settled(isOver)
  expect(messages(receiver)).toEqual(['triggered', 'triggered', 'resolved'])
})

it('times out after ten seconds without delaying other channels', async () => {
  const { world, receiver, channel } = await makeWebhookWorld()
  const slow = await stage.receiver(() => {})
  const second = await world.create('webhook', { url: slow.url }, 'slow')
  const group = await world.group(second, channel)
  for (const text of ['1', '2']) world.notify(group.id, { message: literal(text) })
  await world.kernel.clock.advance(0)
  await world.settled((all) => all.filter(({ state }) => state === 'sent').length === 2)
  expect([messages(receiver), messages(slow)]).toEqual([['1', '2'], ['1']])
  await world.kernel.clock.advance(10_000)
  const all = await world.settled(tried(1))
  expect(all.find(({ error }) => error)).toMatchObject({ channel_name: 'slow', state: 'waiting' })
  expect(messages(slow)).toEqual(['1'])
})

it('sends to at most sixteen channels at a time', async () => {
  const { world } = await makeWebhookWorld()
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const open: ServerResponse[] = []
  const slow = await stage.receiver((_, res) => void open.push(res))
  const channels = await Promise.all(
    Array.from({ length: 18 }, (_, i) => world.create('webhook', { url: slow.url }, `${i}`)),
  )
  const group = await world.group(...channels)
  world.notify(group.id)
  await world.kernel.clock.advance(0)
  await expect.poll(() => open.length).toBe(16)
  await world.send()
  open.shift()?.end()
  await expect.poll(() => open.length).toBe(16)
  slow.respond = (_, res) => res.end()
  for (const res of open) res.end()
  expect(await world.settled(isOver)).toHaveLength(18)
  expect(slow.received).toHaveLength(18)
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

it('ignores an attempt time far in the future after the clock was set back', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(500).end()
  notify('x')
  await world.send()
  await world.settled(tried(1))
  receiver.respond = (_, res) => res.end()
  world.kernel.clock.set(now - 24 * 60 * minute)
  await world.send()
  await world.settled(isOver)
  expect(receiver.received).toHaveLength(2)
})

it('deletes finished deliveries after 30 days, and no queued ones', async () => {
  const { world, channel, notify } = await makeWebhookWorld()
  notify('x')
  await world.send()
  await world.settled(isOver)
  notify('waits')
  world.kernel.clock.set(now + 29 * 24 * 60 * minute)
  await world.kernel.runJob('Cleanup')
  expect(await world.deliveries()).toHaveLength(2)
  world.kernel.clock.set(now + 31 * 24 * 60 * minute)
  await world.kernel.runJob('Cleanup')
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(['waiting'])
  expect(channel.enabled).toBe(true)
})

it('reads the channel at each attempt', async () => {
  const { world, receiver, channel, notify } = await makeWebhookWorld()
  receiver.respond = (req, res) => res.writeHead(req.url === '/right' ? 200 : 404).end()
  notify('x')
  await world.send()
  await world.settled(tried(1))
  await world.request('PUT', `/api/notifications/${channel.id}`, { config_json: { url: `${receiver.url}/right` } })
  await world.kernel.clock.advance(35_000)
  expect(await world.settled(isOver)).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
})

it.each([
  ['disabled', 'PUT', { enabled: false }],
  ['deleted', 'DELETE', undefined],
] as const)('fails queued deliveries when the channel is %s', async (what, method, body) => {
  const { world, receiver, channel, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(500).end()
  for (const text of ['1', '2']) notify(text)
  await world.send()
  await world.settled(tried(1))
  await world.request(method, `/api/notifications/${channel.id}`, body)
  const error = `the channel was ${what}`
  expect(await world.deliveries()).toMatchObject([
    { state: 'failed', error, attempts: 0, channel_name: 'webhook' },
    { state: 'failed', error, attempts: 1 },
  ])
  await world.kernel.clock.advance(60 * minute)
  expect(receiver.received).toHaveLength(1)
  const retry = await world.call('POST', '/api/notification-deliveries/1/retry')
  expect([retry.status, retry.error]).toMatchObject([409, { message: expect.stringContaining(what) }])
})

it('keeps a failure recorded during an attempt', async () => {
  const { world, receiver, channel, notify } = await makeWebhookWorld()
  let release = () => {}
  receiver.respond = (_, res) => {
    release = () => res.end()
  }
  notify('x')
  await world.send()
  await expect.poll(() => receiver.received.length).toBe(1)
  await world.request('DELETE', `/api/notifications/${channel.id}`)
  release()
  expect(await world.settled(isOver)).toMatchObject([{ state: 'failed', error: 'the channel was deleted' }])
})

it('retries only failed deliveries on request', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(410).end()
  notify('x')
  await world.send()
  await world.settled(isOver)
  receiver.respond = (_, res) => res.end()
  await world.request('POST', '/api/notification-deliveries/1/retry')
  await world.kernel.clock.advance(0)
  expect(await world.settled(isOver)).toMatchObject([{ state: 'sent', attempts: 1, error: null }])
  expect((await world.call('POST', '/api/notification-deliveries/1/retry')).status).toBe(409)
  expect((await world.call('POST', '/api/notification-deliveries/2/retry')).status).toBe(404)
  expect((await world.call('POST', '/api/notification-deliveries/x/retry')).status).toBeGreaterThanOrEqual(400)
  expect(world.audited().map(({ action }) => action)).toEqual([
    'notification.create',
    'notification_group.create',
    'notification_delivery.retry',
  ])
})

it('sends queued and interrupted deliveries after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  stage.later({ close: async () => rmSync(dataDir, { recursive: true, force: true }) })
  const { world, receiver, notify } = await makeWebhookWorld({ dataDir })
  receiver.respond = () => {}
  for (const text of ['1', '2']) notify(text)
  await world.send()
  await expect.poll(() => receiver.received.length).toBe(1)
  await world.kernel.close()
  receiver.respond = (_, res) => res.end()
  const next = await stage.world({ dataDir, now: now + minute })
  expect(await next.deliveries()).toMatchObject([
    { state: 'waiting', attempts: 0 },
    { state: 'waiting', attempts: 0, error: null },
  ])
  await next.kernel.clock.advance(5000)
  await next.settled(isOver)
  expect(messages(receiver)).toEqual(['1', '1', '2'])
  const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
  expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 2])
})

it('merges a burst', async () => {
  const { world, receiver, group } = await makeWebhookWorld()
  for (let server = 1; server <= 60; server += 1) world.notify(group.id, { subjectName: `web-${server}` })
  const waiting = await world.deliveries()
  expect(waiting.map(({ notices }) => notices)).toEqual([41, ...Array(19).fill(1)])
  await world.kernel.clock.advance(0)
  await world.settled(isOver)
  const { event, message, server_name } = JSON.parse(receiver.received[19]?.body ?? '')
  const lines = message.split('\n')
  expect([event, server_name, lines.length, lines[0], lines[19], lines[20]]).toEqual([
    'triggered',
    '41 notifications',
    21,
    '[svc] Triggered: web-20 - High CPU',
    '[svc] Triggered: web-39 - High CPU',
    '... and 21 more',
  ])
  world.notify(group.id, { event: 'resolved' })
  await world.kernel.clock.advance(0)
  expect((await world.settled(isOver))[0]).toMatchObject({ event: 'resolved', notices: 1, state: 'sent' })
})

it('does not merge into an attempted delivery', async () => {
  const { world, receiver, notify } = await makeWebhookWorld()
  receiver.respond = (_, res) => res.writeHead(500).end()
  for (let i = 0; i < 20; i += 1) notify(`${i}`)
  world.kernel.database.prepare('UPDATE alerts_deliveries SET attempts = 1 WHERE id = 20').run()
  for (const text of ['a', 'b']) notify(text)
  expect((await world.deliveries()).slice(0, 3).map(({ id, notices }) => [id, notices])).toEqual([
    [21, 2],
    [20, 1],
    [19, 1],
  ])
})

it('lists newest first, with filters and pages', async () => {
  const { world, receiver, channel, notify } = await makeWebhookWorld()
  for (const text of ['1', '2', '3']) notify(text)
  await world.send()
  await world.settled(isOver)
  receiver.respond = (_, res) => res.writeHead(410).end()
  notify('4')
  await world.send()
  await world.settled(isOver)
  const page = async (query: string) => {
    const { items, next } = await world.request<{ items: Delivery[]; next: string | null }>(
      'GET',
      `/api/notification-deliveries?${query}`,
    )
    return [items.map(({ id }) => id), next]
  }
  expect(await page('limit=2')).toEqual([[4, 3], '3'])
  expect(await page('limit=2&cursor=3')).toEqual([[2, 1], null])
  expect(await page('state=failed')).toEqual([[4], null])
  expect(await page(`channel_id=${channel.id}&state=sent&limit=3`)).toEqual([[3, 2, 1], null])
  expect(await page('channel_id=other')).toEqual([[], null])
  for (const query of ['limit=0', 'limit=201', 'state=lost', 'cursor=x', 'cursor=1e3', 'cursor=99999999999999999999']) {
    expect((await world.call('GET', `/api/notification-deliveries?${query}`)).status).toBe(400)
  }
})
