import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { holdTimers } from '../../test/held-timers.ts'
import { OutboundError } from '../contract.ts'
import { makeOutbound } from './outbound.ts'

const servers: Server[] = []
const peers: Socket[] = []
const serve = async () => {
  const server = createServer((socket) => {
    peers.push(socket)
    socket.on('error', () => {}).end('hello')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
afterEach(() => {
  for (const peer of peers.splice(0)) peer.destroy()
  for (const server of servers.splice(0)) server.close()
})

const { clock, elapse, timers } = holdTimers()
const names: Record<string, string[]> = {
  'local.example': ['127.0.0.1'],
  'both.example': ['10.0.0.1', '127.0.0.1'],
  'inside.example': ['10.0.0.1', 'fd12::1'],
  'meta.example': ['169.254.169.254'],
  'public.example': ['93.184.215.14'],
}
const asked: string[] = []
const resolve = async (name: string) => {
  asked.push(name)
  return (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const closed = makeOutbound({ clock, allowPrivate: [], resolve })
const open = makeOutbound({ clock, allowPrivate: ['127.0.0.0/8'], resolve })
const network = { reach: 'network' } as const

const failure = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OutboundError)
  return error as OutboundError
}

describe('a connection', () => {
  it.each(['local.example', '127.0.0.1'])('to %s is there when it is opened or named', async (host) => {
    const port = await serve()
    for (const [way, options] of [
      [open, {}],
      [open, network],
      [closed, { trustedHost: `${host}:${port}` }],
    ] as const) {
      const socket = await way.connect({ host, port, ...options })
      const [text] = await once(socket, 'data')
      socket.destroy()
      expect(String(text)).toBe('hello')
    }
    expect([peers.length, timers.size]).toEqual([3, 0])
  })

  it.each([
    'local.example',
    'both.example',
    'meta.example',
    '127.0.0.1',
    '::1',
    '::ffff:7f00:1',
    'localhost',
    '0x7f.1',
  ])('to %s is never allowed', async (host) => {
    const port = await serve()
    const real = makeOutbound({ clock, allowPrivate: [] })
    const way = Object.hasOwn(names, host) ? closed : real
    expect((await failure(way.connect({ host, port }))).kind).toMatch(/refused|failed/)
    expect((await failure(way.connect({ host, port, ...network }))).kind).toMatch(/refused|failed/)
    expect(peers).toEqual([])
  })

  it('says what is wrong with a place, by its reach', async () => {
    const say = async (host: string, reach: 'public' | 'network') =>
      (await failure(closed.connect({ host, port: 1, reach }))).message
    expect(await say('10.0.0.1', 'public')).toBe('10.0.0.1:1 is not a public address')
    expect(await say('::1', 'network')).toBe('[::1]:1 is an address of this host, its link or cloud metadata')
    expect(await say('inside.example', 'public')).toBe('inside.example resolves to a non-public address')
    expect(await say('both.example', 'network')).toBe('both.example resolves to this host, its link or cloud metadata')
    expect(await say('nowhere.example', 'public')).toBe('nowhere.example:1 did not respond (ENOTFOUND)')
  })

  it('goes to exactly what was checked: the name is asked for once', async () => {
    const port = await serve()
    asked.length = 0
    const socket = await open.connect({ host: 'local.example', port })
    socket.destroy()
    expect(asked).toEqual(['local.example'])
  })

  it('fails with a code only, where nobody listens and at no port', async () => {
    const port = await serve()
    servers.splice(0).map((server) => server.close())
    expect(await failure(open.connect({ host: '127.0.0.1', port }))).toMatchObject({
      kind: 'failed',
      code: 'ECONNREFUSED',
      subject: `127.0.0.1:${port}`,
      message: `127.0.0.1:${port} did not respond (ECONNREFUSED)`,
    })
    expect((await failure(open.connect({ host: '127.0.0.1', port: 70_000 }))).kind).toBe('failed')
    expect(timers.size).toBe(0)
  })

  it('ends when the time is up or the caller stops it, while a name is looked up', async () => {
    const slow = makeOutbound({ clock, allowPrivate: [], resolve: () => new Promise(() => {}) })
    const work = failure(slow.connect({ host: 'public.example', port: 43, timeoutMs: 250 }))
    elapse()
    expect(await work).toMatchObject({ kind: 'timeout', message: 'public.example:43 did not respond within 250 ms' })
    const stop = new AbortController()
    const other = failure(slow.connect({ host: 'public.example', port: 43, signal: stop.signal }))
    stop.abort()
    expect((await other).kind).toBe('failed')
    expect(timers.size).toBe(0)
  })

  it('is not opened any more when the name is found too late', async () => {
    const port = await serve()
    let found: (addresses: { address: string; family: number }[]) => void = () => {}
    const late = makeOutbound({
      clock,
      allowPrivate: ['127.0.0.0/8'],
      resolve: () => new Promise((done) => (found = done)),
    })
    const work = failure(late.connect({ host: 'late.example', port }))
    elapse()
    await work
    found([{ address: '127.0.0.1', family: 4 }])
    const next = await open.connect({ host: '127.0.0.1', port })
    await once(next, 'data')
    next.destroy()
    expect(peers).toHaveLength(1)
  })
})

describe('a name', () => {
  it('leads to all its addresses, when each of them may be reached', async () => {
    expect(await closed.resolve('inside.example', network)).toEqual(['10.0.0.1', 'fd12::1'])
    expect(await closed.resolve('public.example')).toEqual(['93.184.215.14'])
    expect((await failure(closed.resolve('inside.example'))).kind).toBe('refused')
    expect((await failure(closed.resolve('both.example', network))).kind).toBe('refused')
    expect((await failure(closed.resolve('nowhere.example'))).message).toMatch(/ENOTFOUND/)
  })

  it('that is an address leads to itself', async () => {
    expect(await closed.resolve('10.0.0.1', network)).toEqual(['10.0.0.1'])
    expect((await failure(closed.resolve('10.0.0.1'))).kind).toBe('refused')
    expect((await failure(closed.resolve('127.0.0.1', network))).kind).toBe('refused')
    expect(await open.resolve('127.0.0.1', network)).toEqual(['127.0.0.1'])
  })

  it('is not waited for longer than allowed', async () => {
    const slow = makeOutbound({ clock, allowPrivate: [], resolve: () => new Promise(() => {}) })
    const work = failure(slow.resolve('public.example', { timeoutMs: 5 }))
    elapse()
    expect((await work).kind).toBe('timeout')
  })
})
