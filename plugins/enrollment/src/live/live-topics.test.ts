import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import { type LiveTopic, live, liveTopics } from '../contract.ts'

const queue: LiveTopic = { id: 'hello.queue', access: 'member' }
const secret: LiveTopic = { id: 'hello.secret', access: 'admin' }
let isOpen = true
const chosen: LiveTopic = { id: 'hello.chosen', access: 'member', allows: () => isOpen }
const many = Array.from({ length: 70 }, (_, n): LiveTopic => ({ id: `hello.${n}`, access: 'member' }))
const hello = definePlugin({
  id: 'hello',
  setup: () => ({ contributes: contribute(liveTopics, queue, secret, chosen, ...many) }),
})

let world: World
beforeEach(async () => {
  isOpen = true
  world = await makeWorld({ plugins: [hello] })
})
afterEach(() => world.close())

const publish = async (topic: LiveTopic, data: unknown) => {
  world.kernel.service(live).publish(topic, data)
  await world.kernel.clock.advance(100)
}
const watch = async (who: 'admin' | 'member', ...topics: string[]) => {
  const browser = await world.browser(who)
  await browser.next('full_sync')
  for (const topic of topics) browser.send({ type: 'topic_subscribe', topic })
  return browser
}

const countOf = (peer: Awaited<ReturnType<typeof watch>>, type: string) =>
  peer.received.filter((message) => message.type === type).length

it('sends messages to subscribers, and the latest one to those that subscribe later', async () => {
  const ann = await watch('member', 'hello.queue')
  await vi.waitFor(async () => {
    await publish(queue, { waiting: 1 })
    expect(countOf(ann, 'topic_message')).toBeGreaterThan(0)
  })
  expect(await ann.next('topic_message')).toEqual({ type: 'topic_message', topic: 'hello.queue', data: { waiting: 1 } })
  const bob = await watch('admin', 'hello.queue')
  expect(await bob.next('topic_message')).toMatchObject({ data: { waiting: 1 } })
})

it('combines what is published within 100 ms', async () => {
  await publish(queue, 0)
  const ann = await watch('member', 'hello.queue')
  await ann.next('topic_message')
  for (const waiting of [1, 2, 3]) world.kernel.service(live).publish(queue, waiting)
  await world.kernel.clock.advance(100)
  expect(await ann.next('topic_message')).toMatchObject({ data: 3 })
  await publish(queue, 4)
  expect(await ann.next('topic_message')).toMatchObject({ data: 4 })
  expect(countOf(ann, 'topic_message')).toBe(0)
})

it('answers the same for an unknown topic and one that the user may not have', async () => {
  await publish(secret, 's3cret')
  const ann = await watch('member', 'hello.secret', 'hello.none')
  for (const topic of ['hello.secret', 'hello.none']) {
    expect(await ann.next('topic_unavailable')).toEqual({ type: 'topic_unavailable', topic, reason: 'unknown' })
  }
  await publish(secret, 'more')
  const bob = await watch('admin', 'hello.secret')
  expect(await bob.next('topic_message')).toMatchObject({ data: 'more' })
  expect(countOf(ann, 'topic_message')).toBe(0)
})

it('asks for each message whether the user may have it', async () => {
  await publish(chosen, 1)
  const ann = await watch('member', 'hello.chosen')
  await ann.next('topic_message')
  isOpen = false
  await publish(chosen, 2)
  expect(await ann.next('topic_unavailable')).toMatchObject({ topic: 'hello.chosen' })
  isOpen = true
  await publish(chosen, 3)
  ann.send({ type: 'topic_subscribe', topic: 'hello.chosen' })
  expect(await ann.next('topic_message')).toMatchObject({ data: 3 })
})

it('ends when the browser unsubscribes, and limits topics per browser', async () => {
  for (const topic of [...many, queue]) world.kernel.service(live).publish(topic, 0)
  await world.kernel.clock.advance(100)
  const ann = await watch('member', ...many.slice(0, 65).map(({ id }) => id))
  expect(await ann.next('topic_unavailable')).toMatchObject({ topic: 'hello.64', reason: 'too_many' })
  ann.send({ type: 'topic_unsubscribe', topic: 'hello.0' })
  ann.send({ type: 'topic_subscribe', topic: 'hello.queue' })
  await vi.waitFor(() => expect(ann.received.at(-1)).toMatchObject({ topic: 'hello.queue' }))
  const before = countOf(ann, 'topic_message')
  for (const topic of [many[0], queue]) world.kernel.service(live).publish(topic as LiveTopic, 1)
  await world.kernel.clock.advance(100)
  await vi.waitFor(() => expect(ann.received.at(-1)).toMatchObject({ topic: 'hello.queue', data: 1 }))
  expect(countOf(ann, 'topic_message')).toBe(before + 1)
})

it('refuses large messages, topics of nobody, and topics in the name of another plugin', async () => {
  const { publish } = world.kernel.service(live)
  expect(() => publish(queue, 'x'.repeat(70_000))).toThrow('a message of topic hello.queue has 70')
  expect(() => publish({ ...queue }, 1)).toThrow('topic hello.queue was not contributed')
  const thief = definePlugin({
    id: 'thief',
    setup: () => ({ contributes: contribute(liveTopics, { id: 'docker.topic', access: 'member' }) }),
  })
  await expect(makeWorld({ plugins: [thief] })).rejects.toThrow('its topic docker.topic must start with thief.')
})
