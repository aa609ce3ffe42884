import { expect, test } from 'vitest'
import { RecentRequests } from './recent-requests.ts'

function setUp() {
  const sent: unknown[] = []
  const waiting: (() => void)[] = []
  const requests = new RecentRequests(
    (payload) => sent.push(payload),
    (flush) => waiting.push(flush),
  )
  const flush = () => {
    for (const run of waiting.splice(0)) run()
    return sent.splice(0)
  }
  return { requests, flush }
}

test('what appears together is one request per metric, and each server is asked for once', () => {
  const { requests, flush } = setUp()
  requests.add('a')
  requests.add('a')
  requests.add('b', 'cpu')
  requests.add('c', 'cpu')
  expect(flush()).toEqual([{ server_ids: ['a'] }, { server_ids: ['b', 'c'], metrics: ['cpu'] }])
  expect(flush()).toEqual([])
})

test('a new connection asks again for what is still shown', () => {
  const { requests, flush } = setUp()
  const leave = requests.add('a')
  requests.add('a')
  const leaveOther = requests.add('b')
  flush()
  leave()
  leave()
  leaveOther()
  requests.opened()
  expect(flush()).toEqual([{ server_ids: ['a'] }])
})

test('many servers are several requests', () => {
  const { requests, flush } = setUp()
  for (let i = 0; i < 201; i++) requests.add(`s${i}`, 'cpu')
  expect(flush().map((one) => (one as { server_ids: string[] }).server_ids.length)).toEqual([200, 1])
})
