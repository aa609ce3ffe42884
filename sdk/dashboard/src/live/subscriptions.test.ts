import { expect, test } from 'vitest'
import { Subscriptions } from './subscriptions.ts'

const topicOf = (server_id: string) => ({ subscribe: 'watch', unsubscribe: 'unwatch', payload: { server_id } })

/** Subscriptions on a fake connection that can be cut, and the messages sent to the server. */
function start() {
  const sent: string[] = []
  const path = { open: true }
  const subscriptions = new Subscriptions((type, payload) => {
    if (path.open) sent.push(`${type} ${(payload as { server_id: string }).server_id}`)
  })
  return { sent, path, subscriptions }
}

test('subscribes with the first subscriber and unsubscribes with the last', () => {
  const { sent, subscriptions } = start()
  const ends = [subscriptions.add(topicOf('a')), subscriptions.add(topicOf('a'))]
  expect(sent).toEqual(['watch a'])
  ends[0]?.()
  ends[0]?.()
  expect(sent).toEqual(['watch a'])
  ends[1]?.()
  expect(sent).toEqual(['watch a', 'unwatch a'])
  subscriptions.add(topicOf('a'))
  expect(sent.at(-1)).toBe('watch a')
})

test('distinguishes topics by message and payload', () => {
  const { sent, subscriptions } = start()
  const end = subscriptions.add(topicOf('a'))
  subscriptions.add(topicOf('b'))
  subscriptions.add({ ...topicOf('a'), subscribe: 'look', unsubscribe: 'away' })
  end()
  expect(sent).toEqual(['watch a', 'watch b', 'look a', 'unwatch a'])
})

test('subscribes again after a reconnect', () => {
  const { sent, path, subscriptions } = start()
  path.open = false
  const end = subscriptions.add(topicOf('a'))
  subscriptions.add(topicOf('b'))
  expect(sent).toEqual([])
  path.open = true
  subscriptions.opened()
  expect(sent).toEqual(['watch a', 'watch b'])
  path.open = false
  end()
  path.open = true
  subscriptions.opened()
  expect(sent).toEqual(['watch a', 'watch b', 'watch b'])
})
