import { expect, test } from 'vitest'
import { Subscriptions } from './subscriptions.ts'

const topicOf = (server_id: string) => ({ subscribe: 'watch', unsubscribe: 'unwatch', payload: { server_id } })

/** Subscriptions on a connection that may be cut, and what the server hears of them. */
function start() {
  const heard: string[] = []
  const path = { open: true }
  const subscriptions = new Subscriptions((type, payload) => {
    if (path.open) heard.push(`${type} ${(payload as { server_id: string }).server_id}`)
  })
  return { heard, path, subscriptions }
}

test('the server hears of the first holder and of the last', () => {
  const { heard, subscriptions } = start()
  const ends = [subscriptions.hold(topicOf('a')), subscriptions.hold(topicOf('a'))]
  expect(heard).toEqual(['watch a'])
  ends[0]?.()
  ends[0]?.()
  expect(heard).toEqual(['watch a'])
  ends[1]?.()
  expect(heard).toEqual(['watch a', 'unwatch a'])
  subscriptions.hold(topicOf('a'))
  expect(heard.at(-1)).toBe('watch a')
})

test('topics are told apart by what they ask for', () => {
  const { heard, subscriptions } = start()
  const end = subscriptions.hold(topicOf('a'))
  subscriptions.hold(topicOf('b'))
  subscriptions.hold({ ...topicOf('a'), subscribe: 'look', unsubscribe: 'away' })
  end()
  expect(heard).toEqual(['watch a', 'watch b', 'look a', 'unwatch a'])
})

test('a new connection hears of what is still wanted', () => {
  const { heard, path, subscriptions } = start()
  path.open = false
  const end = subscriptions.hold(topicOf('a'))
  subscriptions.hold(topicOf('b'))
  expect(heard).toEqual([])
  path.open = true
  subscriptions.opened()
  expect(heard).toEqual(['watch a', 'watch b'])
  path.open = false
  end()
  path.open = true
  subscriptions.opened()
  expect(heard).toEqual(['watch a', 'watch b', 'watch b'])
})
