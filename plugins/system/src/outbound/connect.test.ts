import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { sentenceOf } from '@svc/kernel/testing'
import { text } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { makeManualTimers } from '../../test/manual-timers.ts'
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

const { clock, fireAll, timers } = makeManualTimers()
const names: Record<string, string[]> = {
  'local.example': ['127.0.0.1'],
  'both.example': ['10.0.0.1', '127.0.0.1'],
  'inside.example': ['10.0.0.1', 'fd12::1'],
  'meta.example': ['169.254.169.254'],
  'public.example': ['93.184.215.14'],
}
const lookups: string[] = []
const resolve = async (name: string) => {
  lookups.push(name)
  return (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const closed = makeOutbound({ clock, resolve })
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
  it.each(['local.example', '127.0.0.1'])('to %s works when allowed by range or by name', async (host) => {
    const port = await serve()
    for (const [way, options] of [
      [open, {}],
      [open, network],
      [closed, { trustedHost: `${host}:${port}` }],
    ] as const) {
      const socket = await way.connect({ host, port, ...options })
      const [greeting] = await once(socket, 'data')
      socket.destroy()
      expect(String(greeting)).toBe('hello')
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
    const real = makeOutbound({ clock })
    const way = Object.hasOwn(names, host) ? closed : real
    expect((await failure(way.connect({ host, port }))).kind).toMatch(/refused|failed/)
    expect((await failure(way.connect({ host, port, ...network }))).kind).toMatch(/refused|failed/)
    expect(peers).toEqual([])
  })

  it('explains why a destination is not allowed', async () => {
    const say = async (host: string, reach: 'public' | 'network') =>
      sentenceOf((await failure(closed.connect({ host, port: 1, reach }))).text)
    expect(await say('10.0.0.1', 'public')).toBe('10.0.0.1:1 is not a public address')
    expect(await say('::1', 'network')).toBe('[::1]:1 is an address of this host, its link or cloud metadata')
    expect(await say('inside.example', 'public')).toBe('inside.example resolves to a non-public address')
    expect(await say('both.example', 'network')).toBe('both.example resolves to this host, its link or cloud metadata')
    expect(await say('nowhere.example', 'public')).toBe('nowhere.example:1 did not respond (ENOTFOUND)')
  })

  it('uses the checked address: the name is resolved once', async () => {
    const port = await serve()
    lookups.length = 0
    const socket = await open.connect({ host: 'local.example', port })
    socket.destroy()
    expect(lookups).toEqual(['local.example'])
  })

  it('fails with an error code for a closed and an invalid port', async () => {
    const port = await serve()
    servers.splice(0).map((server) => server.close())
    expect(await failure(open.connect({ host: '127.0.0.1', port }))).toMatchObject({
      kind: 'failed',
      code: 'ECONNREFUSED',
      text: text('system.OUTBOUND_FAILED_CODE', { subject: `127.0.0.1:${port}`, code: 'ECONNREFUSED' }),
    })
    expect((await failure(open.connect({ host: '127.0.0.1', port: 70_000 }))).kind).toBe('failed')
    expect(timers.size).toBe(0)
  })

  it('ends on timeout or abort during name resolution', async () => {
    const slow = makeOutbound({ clock, resolve: () => new Promise(() => {}) })
    const work = failure(slow.connect({ host: 'public.example', port: 43, timeoutMs: 250 }))
    fireAll()
    expect(await work).toMatchObject({
      kind: 'timeout',
      text: text('system.OUTBOUND_TIMEOUT', { subject: 'public.example:43' }),
    })
    const stop = new AbortController()
    const other = failure(slow.connect({ host: 'public.example', port: 43, signal: stop.signal }))
    stop.abort()
    expect((await other).kind).toBe('failed')
    expect(timers.size).toBe(0)
  })

  it('is not opened when the name resolves after the timeout', async () => {
    const port = await serve()
    let found: (addresses: { address: string; family: number }[]) => void = () => {}
    const late = makeOutbound({
      clock,
      allowPrivate: ['127.0.0.0/8'],
      resolve: () => new Promise((done) => (found = done)),
    })
    const work = failure(late.connect({ host: 'late.example', port }))
    fireAll()
    await work
    found([{ address: '127.0.0.1', family: 4 }])
    const next = await open.connect({ host: '127.0.0.1', port })
    await once(next, 'data')
    next.destroy()
    expect(peers).toHaveLength(1)
  })
})

describe('name resolution', () => {
  it('returns all addresses if each of them is allowed', async () => {
    expect(await closed.resolve('inside.example', network)).toEqual(['10.0.0.1', 'fd12::1'])
    expect(await closed.resolve('public.example')).toEqual(['93.184.215.14'])
    expect((await failure(closed.resolve('inside.example'))).kind).toBe('refused')
    expect((await failure(closed.resolve('both.example', network))).kind).toBe('refused')
    expect((await failure(closed.resolve('nowhere.example'))).message).toMatch(/ENOTFOUND/)
  })

  it('returns a literal address unchanged', async () => {
    expect(await closed.resolve('10.0.0.1', network)).toEqual(['10.0.0.1'])
    expect((await failure(closed.resolve('10.0.0.1'))).kind).toBe('refused')
    expect((await failure(closed.resolve('127.0.0.1', network))).kind).toBe('refused')
    expect(await open.resolve('127.0.0.1', network)).toEqual(['127.0.0.1'])
  })

  it('times out', async () => {
    const slow = makeOutbound({ clock, resolve: () => new Promise(() => {}) })
    const work = failure(slow.resolve('public.example', { timeoutMs: 5 }))
    fireAll()
    expect((await work).kind).toBe('timeout')
  })
})
