import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networksOf } from '../src/http/strangers.ts'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

let kernel: TestKernel
let clients: Socket[]
let port: number
const door = definePlugin({
  id: 'door',
  setup: () => ({
    routes: async (app) => {
      app.get('/api/room', { config: { access: 'member' } }, () => ({ data: 'ok' }))
      const opened = new Promise<void>((resolve) => {
        openSlow = resolve
      })
      app.get('/api/slow', { config: { access: 'public' } }, async () => {
        begun += 1
        await opened
        return { data: 'ok' }
      })
      app.get('/api/agents', { config: { access: 'agent' } }, () => ({ data: 'ok' }))
      app.post<{ Body: { code: number } }>('/api/door', { config: { access: 'public' } }, (request, reply) =>
        reply.code(request.body.code).send({ data: 'ok' }),
      )
    },
  }),
})
/** Requests that the slow route has begun; it answers when the test opens it. */
let begun = 0
let openSlow = () => {}
const start = async (trusted_proxies: readonly string[]) => {
  kernel = await createTestKernel({ plugins: [door], config: { server: { trusted_proxies } } })
  port = Number(new URL(await kernel.listen()).port)
}
beforeEach(() => {
  clients = []
  begun = 0
})
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients) client.destroy()
  await kernel.close()
})

const open = async () => {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => {})
  await once(client, 'connect')
  return client
}
const openMany = async (count: number) => {
  for (let n = 0; n < count; n += 1) await open()
}
/** The status of a response; undefined if the connection was closed instead. */
async function ask(client: Socket, path: string, headers: Readonly<Record<string, string>> = {}) {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  client.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const answer = await Promise.race([once(client, 'data'), once(client, 'close')])
  return /^HTTP\/1.1 (\d+)/.exec(String(answer[0]))?.[1]
}

describe('connections of strangers', () => {
  it('are at most 256 per address, until one closes', async () => {
    await start([])
    await openMany(256)
    expect(await ask(await open(), '/healthz')).toBeUndefined()
    const [first] = clients
    first?.destroy()
    await expect.poll(async () => ask(await open(), '/healthz')).toBe('200')
  })

  it('do not include those of users and agents', async () => {
    await start([])
    await openMany(255)
    const [user, agent] = clients
    if (!user || !agent) return expect.unreachable()
    expect(await ask(user, '/api/room', kernel.as('member').headers)).toBe('200')
    expect(await ask(agent, '/api/agents', kernel.asAgent('a').headers)).toBe('200')
    await openMany(2)
    expect(await ask(await open(), '/healthz')).toBe('200')
    expect(await ask(await open(), '/healthz')).toBeUndefined()
  })

  it('are not limited for a proxy', async () => {
    await start(['127.0.0.0/8'])
    await openMany(257)
    expect(await ask(await open(), '/healthz')).toBe('200')
  })

  it.each([
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2::3', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ])('of %s count for %j', (address, keys) => expect(networksOf(address).map(({ key }) => key)).toEqual(keys))
})

describe('refused requests of an address', () => {
  const knock = async (code: number, remoteAddress = '192.0.2.1') =>
    (await kernel.inject({ method: 'POST', url: '/api/door', payload: { code }, remoteAddress })).statusCode
  const garble = async () => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', url: '/api/door', payload: '{', headers, remoteAddress: '192.0.2.1' } as const
    return (await kernel.inject(request)).statusCode
  }

  it('are at most 300 a minute, whatever the refusal; others do not count', async () => {
    await start([])
    for (let n = 0; n < 150; n += 1) {
      expect(await knock(422)).toBe(422)
      expect(await knock(200)).toBe(200)
      expect(await garble()).toBe(400)
    }
    expect([await knock(200), await garble()]).toEqual([429, 429])
    expect(await knock(200, '192.0.2.2')).toBe(200)
    expect((await kernel.as('member').inject('/api/room')).statusCode).toBe(200)
    await kernel.clock.advance(60_000)
    expect(await knock(200)).toBe(200)
  })

  /** Asks for something that is refused, and has an answer only after a second. */
  async function expectHeld(path: string, status: string) {
    const [client, other] = [await open(), await open()]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let found: string | undefined
    const answered = ask(client, path).then((each) => {
      found = each
    })
    expect(await ask(other, '/healthz')).toBe('200')
    expect(found).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1000)
    await answered
    expect(found).toBe(status)
  }

  it('beyond them are answered after a second, so that asking again at once is no use', async () => {
    await start([])
    for (let n = 0; n < 300; n += 1) await knock(422, '127.0.0.1')
    await expectHeld('/api/slow', '429')
  })

  it.each([
    ['/api/room', '401'],
    ['/api/nowhere', '404'],
  ])('as are those to %s, which users at that address may need', async (url, status) => {
    await start([])
    for (let n = 0; n < 300; n += 1) expect(String((await kernel.inject(url)).statusCode)).toBe(status)
    await expectHeld(url, status)
    vi.useRealTimers()
    expect(await ask(await open(), '/api/room', kernel.as('member').headers)).toBe('200')
  })
})

describe('requests that wait for no answer', () => {
  const head = 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n'

  it('are at most 4 of one connection', async () => {
    await start([])
    const client = await open()
    client.write(head.repeat(4))
    await expect.poll(() => begun).toBe(4)
    openSlow()
    let answers = ''
    client.on('data', (bytes) => {
      answers += bytes
    })
    await expect.poll(() => answers.match(/HTTP\/1.1 200/g)?.length).toBe(4)
    client.write(head)
    await expect.poll(() => begun).toBe(5)
  })

  it('end the connection beyond that', async () => {
    await start([])
    const client = await open()
    const closed = once(client, 'close')
    client.write(head.repeat(1000))
    await closed
    expect(begun).toBeLessThanOrEqual(4)
    openSlow()
  })
})
