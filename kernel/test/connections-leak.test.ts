import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { authenticator, type Principal } from '@svc/plugin-sdk'
import { describeText } from '@svc/protocol/text'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { makeApp } from '../src/http/app.ts'
import { makeClientResolver } from '../src/http/client.ts'
import { type Connections, makeConnections } from '../src/http/connections.ts'
import { makeStrangers } from '../src/http/strangers.ts'
import { makeFakeClock } from '../src/testing/fake-clock.ts'

const principal: Principal = {
  ...{ userId: 'u', username: 'u', role: 'member', via: 'api_key', credentialId: 'c', flagged: false },
  deadline: 10_000,
}
let connections: Connections
let app: FastifyInstance
let port: number
/** blocks the authentication of requests with `x-wait` */
let asked: Promise<void>
let admit: () => void

beforeEach(async () => {
  const clock = makeFakeClock(0, async () => {})
  connections = makeConnections(clock)
  let arrived = () => {}
  asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const answer = new Promise<void>((resolve) => {
    admit = resolve
  })
  const accounts = {
    async authenticate({ headers }: { headers: Readonly<Record<string, unknown>> }) {
      if (headers['x-wait']) {
        arrived()
        await answer
      }
      return principal
    },
  }
  app = await makeApp({
    log: pino({ level: 'silent' }),
    services: { find: (ref) => (ref.id === authenticator.id ? (accounts as never) : undefined) },
    connections,
    publicUrl: '',
    strangers: makeStrangers(() => false),
    clock,
    clientOf: makeClientResolver([]),
    renderText: describeText,
    closing: () => false,
  })
  const config = { access: 'member' } as const
  app.get('/plain', { config }, () => ({ data: 'ok' }))
  app.get('/broken', { config }, () => {
    throw new Error('no')
  })
  app.get('/flow', { config }, (_request, reply) => {
    const source = new PassThrough()
    source.write('first')
    return reply.send(source)
  })
  app.get('/ws', { websocket: true, config }, (socket) => socket.send('hello'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => app.close())

const url = (path: string) => `http://127.0.0.1:${port}${path}`
const none = () => expect.poll(connections.size).toBe(0)

it('forgets plain responses, failures and injected requests', async () => {
  for (const path of ['/plain', '/broken']) await (await fetch(url(path))).text()
  await app.inject('/plain')
  await none()
})

it('tracks a socket until either side closes it', async () => {
  for (const leave of [(socket: WebSocket) => socket.close(), (socket: WebSocket) => socket.terminate()]) {
    const socket = new WebSocket(url('/ws').replace('http', 'ws'))
    await once(socket, 'message')
    expect(connections.size()).toBe(1)
    leave(socket)
    await none()
  }
  const socket = new WebSocket(url('/ws').replace('http', 'ws'))
  await once(socket, 'message')
  connections.revoke({ userId: 'u' })
  await none()
})

it('forgets an upgrade request to a route without WebSocket', async () => {
  const socket = new WebSocket(url('/plain').replace('http', 'ws'))
  const [error] = await once(socket, 'error')
  expect(error.message).toBe('Unexpected server response: 400')
  await none()
})

it('tracks a download until the client disconnects', async () => {
  const client = connect(port, '127.0.0.1')
  client.write('GET /flow HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(client, 'data')
  expect(connections.size()).toBe(1)
  client.destroy()
  await none()
})

it('does not track a client that disconnects during authentication', async () => {
  const client = connect(port, '127.0.0.1')
  client.write('GET /plain HTTP/1.1\r\nhost: x\r\nx-wait: 1\r\n\r\n')
  await asked
  client.destroy()
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  admit()
  await app.inject('/plain')
  await none()
})
