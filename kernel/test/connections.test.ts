import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { credentialsRevoked, definePlugin, type Principal, type Revocation } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const user = (userId: string, credentialId: string, more: Partial<Principal> = {}): Principal => ({
  ...{ userId, credentialId, username: userId, role: 'member', via: 'api_key', flagged: false },
  ...more,
})
const ann1 = user('ann', 'ann-1')
const ann2 = user('ann', 'ann-2')
const bob = user('bob', 'bob-1')

/** Blocks requests until the test opens it. */
function makeGate() {
  let open = () => {}
  let arrived = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const pass = async () => {
    arrived()
    await opened
  }
  return { open, reached, pass }
}

let kernel: TestKernel
let base: string
let gate: ReturnType<typeof makeGate>
/** messages received by the server side of the sockets, and those sockets */
let received: string[]
let ends: { send(text: string): void; once(event: 'close', listener: () => void): unknown }[]
let sources: PassThrough[]
let clients: WebSocket[]

/** A plugin that does nothing about revocation, like any third-party plugin. */
const probe = definePlugin({
  id: 'probe',
  setup: ({ emit }) => ({
    routes: async (app) => {
      const take = (socket: (typeof ends)[number] & { on(event: 'message', fn: (data: unknown) => void): unknown }) => {
        ends.push(socket)
        socket.on('message', (text) => received.push(String(text)))
        socket.send('hello')
      }
      const member = { access: 'member' } as const
      const flow = () => {
        const source = new PassThrough()
        sources.push(source)
        source.write('first')
        return source
      }
      app.get('/api/ws', { websocket: true, config: member }, take)
      app.get('/api/ws/agent', { websocket: true, config: { access: 'agent' } }, take)
      const frames = { maxBytes: 100_000, perSecond: 100 }
      app.get('/api/ws/typing', { websocket: true, config: { ...member, frames } }, take)
      app.get('/api/ws/compressed', { websocket: true, config: { ...member, compresses: true } }, take)
      app.get('/api/ws/late', { websocket: true, config: member, preHandler: () => gate.pass() }, take)
      app.get('/api/ws/early', { websocket: true, config: member, onRequest: () => gate.pass() }, take)
      app.get('/api/export', { config: member }, (_request, reply) => reply.send(flow()))
      app.get('/api/export/raw', { config: member }, (_request, reply) => {
        reply.hijack()
        flow().pipe(reply.raw)
      })
      app.get('/api/export/late', { config: member }, async (_request, reply) => {
        await gate.pass()
        return reply.send(flow())
      })
      app.get('/api/export/raw-late', { config: member }, async (_request, reply) => {
        reply.hijack()
        await gate.pass()
        flow().pipe(reply.raw)
      })
      app.post('/api/change', { config: member, preParsing: () => gate.pass() }, () => ({ data: 'changed' }))
      app.post('/api/leave', { config: member }, ({ principal: { userId, credentialId } }) => {
        emit(credentialsRevoked, { userId, credentialId })
        return { data: 'left' }
      })
    },
  }),
})

beforeEach(async () => {
  gate = makeGate()
  received = []
  ends = []
  sources = []
  clients = []
  kernel = await createTestKernel({ plugins: [probe] })
  base = await kernel.listen()
})
afterEach(async () => {
  gate.open()
  for (const client of clients) client.terminate()
  for (const source of sources) source.destroy()
  await kernel.close()
})

const revoke = (revocation: Revocation) => kernel.emit(credentialsRevoked, revocation)

function dial(who: Principal | { agent: string }, path = '/api/ws') {
  const { headers } = 'agent' in who ? kernel.asAgent(who.agent) : kernel.as(who)
  const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, { headers })
  clients.push(socket)
  const got: string[] = []
  socket.on('message', (text) => got.push(String(text)))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', (code, why) => resolve(`${code} ${why}`)))
  const rejected = new Promise<number | undefined>((resolve) =>
    socket.on('unexpected-response', (_, answer) => resolve(answer.resume().statusCode)),
  )
  return { socket, got, closed, rejected }
}

/** A socket that has received its greeting. */
async function connected(who: Principal | { agent: string }, path?: string) {
  const client = dial(who, path)
  await once(client.socket, 'message')
  return client
}

/** Proves that a socket still works in both directions. */
async function alive({ socket }: { socket: WebSocket }, text: string) {
  socket.send(text)
  await expect.poll(() => received).toContain(text)
  const greeted = once(socket, 'message')
  for (const end of ends) end.send(text)
  expect(String((await greeted)[0])).toBe(text)
}

/** A download whose first bytes have arrived. */
async function downloading(who: Principal, path = '/api/export') {
  const sent = httpRequest(`${base}${path}`, { headers: kernel.as(who).headers, agent: false })
  sent.on('error', () => {})
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  await once(answer, 'data')
  const source = sources.at(-1) as PassThrough
  return {
    answer,
    source,
    ended: new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete))),
  }
}

describe('sockets', () => {
  it('close when all credentials of their user are revoked, and only those', async () => {
    const mine = [await connected(ann1), await connected(ann2)]
    const other = await connected(bob)
    const agent = dial({ agent: 'ann' }, '/api/ws/agent')
    await once(agent.socket, 'message')
    revoke({ userId: 'ann' })
    for (const { closed } of mine) expect(await closed).toBe('4001 credential revoked')
    await alive(other, 'bob is here')
    await alive(agent, 'so is the agent')
  })

  it('close when their credential is revoked', async () => {
    const [revoked, other] = [await connected(ann1), await connected(ann2)]
    revoke({ userId: 'ann', credentialId: 'ann-1' })
    expect(await revoked.closed).toBe('4001 credential revoked')
    await alive(other, 'still here')
    // Credential ids are only unique per user.
    revoke({ userId: 'bob', credentialId: 'ann-2' })
    await alive(other, 'here again')
  })

  it('stay open for the one credential that is excepted', async () => {
    const [revoked, other] = [await connected(ann1), await connected(ann2)]
    revoke({ userId: 'ann', except: 'ann-2' })
    expect(await revoked.closed).toBe('4001 credential revoked')
    await alive(other, 'still here')
  })

  it('carry no message in either direction after the revocation', async () => {
    const client = await connected(ann1)
    revoke({ userId: 'ann' })
    // Both are sent before the close frame can have been read.
    client.socket.send('one more command')
    ends[0]?.send('one more figure')
    expect(await client.closed).toBe('4001 credential revoked')
    expect(client.got).toEqual(['hello'])
    expect(received).toEqual([])
  })

  it('are terminated when the peer does not answer the close frame', async () => {
    const client = await connected(ann1)
    client.socket.pause()
    const closed = new Promise<void>((resolve) => ends[0]?.once('close', resolve))
    revoke({ userId: 'ann' })
    await closed
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('close when the revocation comes during the upgrade', async () => {
    const client = dial(ann1, '/api/ws/late')
    await gate.reached
    revoke({ userId: 'ann' })
    gate.open()
    expect(await client.closed).toBe('4001 credential revoked')
    expect(client.got).toEqual([])
  })

  it('are rejected when the revocation comes before the upgrade', async () => {
    const client = dial(ann1, '/api/ws/early')
    await gate.reached
    revoke({ userId: 'ann' })
    gate.open()
    expect(await client.rejected).toBe(401)
    expect(ends).toEqual([])
  })

  it('close when their credential expires', async () => {
    const deadline = kernel.clock.now() + 900_000
    const mobile = await connected(user('ann', 'mobile', { via: 'bearer', deadline }))
    const web = await connected(ann1)
    await kernel.clock.advance(899_999)
    await alive(mobile, 'not yet')
    await kernel.clock.advance(1)
    expect(await mobile.closed).toBe('4001 token expired')
    await alive(web, 'a session that slides')
  })

  it.each([
    ['forward', 900_000, 60_000],
    ['back', -3_600_000, 900_000],
  ])('close when their credential expires although the clock is set %s', async (_, step, within) => {
    const deadline = kernel.clock.now() + 900_000
    const mobile = await connected(user('ann', 'mobile', { via: 'bearer', deadline }))
    kernel.clock.step(step)
    await alive(mobile, 'not yet')
    await kernel.clock.advance(within)
    expect(await mobile.closed).toBe('4001 token expired')
  })
})

describe('compression', () => {
  it.each([
    ['/api/ws', ''],
    ['/api/ws/compressed', 'permessage-deflate'],
  ])('of %s is what the route says', async (path, extensions) => {
    const client = await connected(ann1, path)
    expect(client.socket.extensions).toBe(extensions)
    await alive(client, 'a'.repeat(10_000))
  })
})

describe('sockets of one user', () => {
  const openAll = async (credentials: readonly string[]) => {
    const opened = []
    for (const credential of credentials) opened.push(await connected(user('ann', credential)))
    return opened
  }

  it('are at most 20 per credential: the oldest is closed', async () => {
    const other = await connected(ann2)
    const [oldest, second] = await openAll(Array(21).fill('ann-1'))
    expect(await oldest?.closed).toBe('1008 too many connections')
    await alive(other, 'of another credential')
    if (second) await alive(second, 'the second oldest')
  })

  it('are at most 100: the oldest is closed, whatever its credential', async () => {
    const other = await connected(bob)
    const [oldest, second] = await openAll(Array.from({ length: 101 }, (_, n) => `ann-${n % 6}`))
    expect(await oldest?.closed).toBe('1008 too many connections')
    await alive(other, 'of another user')
    if (second) await alive(second, 'the second oldest')
  })

  it('that were closed by the browser do not count', async () => {
    const first = await connected(ann1)
    for (let n = 0; n < 25; n += 1) {
      const ended = new Promise<void>((resolve) => {
        void connected(ann1).then(({ socket }) => {
          ends.at(-1)?.once('close', resolve)
          socket.close()
        })
      })
      await ended
    }
    await alive(first, 'still here')
  })
})

describe('a socket that floods', () => {
  const send = ({ socket }: { socket: WebSocket }, count: number, text = 'x') => {
    for (let n = 0; n < count; n += 1) socket.send(text)
  }

  it('is closed, and others are not', async () => {
    const [flooder, other] = [await connected(ann1), await connected(ann2)]
    send(flooder, 5000)
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(200)
    await expect.poll(() => flooder.socket.bufferedAmount).toBe(0)
    // Until then it may have been held before it had sent enough.
    await kernel.clock.advance(1000)
    expect(await flooder.closed).toBe('1008 too many frames')
    expect(received.length).toBeLessThan(1000)
    await alive(other, 'still here')
  })

  it('is read again after a second, if it does not go on', async () => {
    const client = await connected(ann1)
    send(client, 210)
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(200)
    await kernel.clock.advance(1000)
    await alive(client, 'still here')
    expect(received.length).toBe(211)
  })

  it('is closed for a frame beyond its limit', async () => {
    const [client, typing] = [await connected(ann1), await connected(ann2, '/api/ws/typing')]
    const text = 'x'.repeat(17_000)
    send(client, 1, text)
    expect(await client.closed).toBe('1009 too large')
    send(typing, 1, text)
    await expect.poll(() => received).toEqual([text])
  })

  it('is held by bytes as well, within the limits of its route', async () => {
    const typing = await connected(ann1, '/api/ws/typing')
    send(typing, 900)
    await expect.poll(() => received.length).toBe(900)
    // Seven units each, of which a hundred are left.
    send(typing, 50, 'x'.repeat(99_000))
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(915)
    const { length } = received
    expect(length).toBeLessThan(925)
    await kernel.clock.advance(1000)
    await expect.poll(() => received.length).toBeGreaterThan(length)
  })
})

describe('streaming responses', () => {
  it.each(['/api/export', '/api/export/raw'])('of %s are aborted', async (path) => {
    const { ended } = await downloading(ann1, path)
    const { answer, source: other } = await downloading(bob)
    revoke({ userId: 'ann' })
    expect(await ended).toBe(false)
    other.write('second')
    expect(String((await once(answer, 'data'))[0])).toBe('second')
  })

  it('destroy their source stream', async () => {
    const { source } = await downloading(ann1)
    const closed = once(source, 'close')
    revoke({ userId: 'ann' })
    await closed
  })

  it('are aborted when the credential expires', async () => {
    const { ended } = await downloading(user('ann', 'mobile', { deadline: kernel.clock.now() + 1000 }))
    await kernel.clock.advance(1000)
    expect(await ended).toBe(false)
  })

  it('do not start after the revocation', async () => {
    const answer = fetch(`${base}/api/export/late`, { headers: kernel.as(ann1).headers })
    await gate.reached
    revoke({ userId: 'ann' })
    gate.open()
    await expect(answer).rejects.toThrow('fetch failed')
    await expect.poll(() => sources[0]?.destroyed).toBe(true)
  })
})

describe('responses that plugins write past Fastify', () => {
  it('are aborted soon after they start', async () => {
    const download = downloading(ann1, '/api/export/raw-late')
    await gate.reached
    revoke({ userId: 'ann' })
    gate.open()
    expect(await (await download).ended).toBe(false)
  })
})

describe('plain requests', () => {
  it('get a response when they end their own session', async () => {
    const client = await connected(ann1)
    const answer = await fetch(`${base}/api/leave`, { method: 'POST', headers: kernel.as(ann1).headers })
    expect([answer.status, await answer.json()]).toEqual([200, { data: 'left' }])
    expect(await client.closed).toBe('4001 credential revoked')
  })

  it('are rejected when their credential ends before the body is read', async () => {
    const answer = fetch(`${base}/api/change`, { method: 'POST', headers: kernel.as(ann1).headers })
    await gate.reached
    revoke({ userId: 'ann' })
    gate.open()
    expect((await answer).status).toBe(401)
  })
})
