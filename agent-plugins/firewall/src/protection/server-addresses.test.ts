import { expect, it } from 'vitest'
import { makeServerAddresses } from './server-addresses.ts'

it.each([
  ['http://203.0.113.5:9527', '203.0.113.5'],
  ['https://[2001:db8::5]/svc', '2001:db8::5'],
  ['http://[::ffff:203.0.113.5]', '::ffff:cb00:7105'],
])('%s needs no name server', async (url, address) => {
  const read = makeServerAddresses(url, () => Promise.reject(new Error('asked')))
  expect(await read()).toEqual([address])
})

it('a name has the addresses of its last answer, and those of others within an hour', async () => {
  const world = { now: 0, answer: ['203.0.113.1', '2001:db8::1'] as readonly string[] }
  const hosts: string[] = []
  const read = makeServerAddresses(
    'https://monitor.example/svc',
    async (host) => {
      hosts.push(host)
      if (world.answer.length === 0) throw new Error('ENOTFOUND')
      return world.answer
    },
    () => world.now,
  )
  expect(await read()).toEqual(['203.0.113.1', '2001:db8::1'])
  // A proxy with many addresses answers with others.
  world.answer = ['203.0.113.2']
  world.now = 1_800_000
  expect(await read()).toEqual(['203.0.113.1', '2001:db8::1', '203.0.113.2'])
  world.answer = []
  world.now = 86_400_000
  expect(await read()).toEqual(['203.0.113.1', '2001:db8::1', '203.0.113.2'])
  world.answer = ['203.0.113.3']
  expect(await read()).toEqual(['203.0.113.3'])
  expect(new Set(hosts)).toEqual(new Set(['monitor.example']))
})

it('remembers no more than 64 addresses, the latest ones', async () => {
  let round = 0
  const read = makeServerAddresses('http://monitor.example', async () => {
    round += 1
    return Array.from({ length: 10 }, (_, i) => `203.0.113.${round * 10 + i}`)
  })
  for (let i = 0; i < 9; i += 1) await read()
  const found = await read()
  expect(found).toHaveLength(64)
  expect(found.at(-1)).toBe('203.0.113.109')
})
