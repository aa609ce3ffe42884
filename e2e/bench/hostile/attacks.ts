import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode, SystemInfo } from '@svc/protocol'
import WebSocket from 'ws'
import { makeHost } from '../fleet/host.ts'

/** What the attackers have: a server, credentials of a member and of an agent each, and a server to ask for. */
export interface Target {
  readonly port: number
  readonly cookie: string
  readonly agentTokens: readonly string[]
  readonly serverId: string
}

const host = ({ port }: Target) => `127.0.0.1:${port}`

/** Sends a request on each of many connections, again after each answer, and connects again when it is closed. */
function flood({ port }: Target, connections: number, requestOf: (index: number) => string): void {
  const open = (index: number) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(requestOf(index)))
    socket.on('data', () => socket.write(requestOf(index)))
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(open, 50, index))
  }
  for (let index = 0; index < connections; index += 1) open(index)
}

const address = (index: number) => `198.51.${(index >> 8) & 255}.${index & 255}`
const post = (target: Target, index: number, length: number, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: ${host(target)}\r\nx-forwarded-for: ${address(index)}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`

/** A WebSocket that sends as fast as the server reads. */
function floodSocket(open: () => WebSocket, begin: (socket: WebSocket) => void, frame: () => string): void {
  const socket = open()
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(() => floodSocket(open, begin, frame), 50))
  socket.on('open', async () => {
    begin(socket)
    while (socket.readyState === WebSocket.OPEN) {
      for (let n = 0; n < 200; n += 1) socket.send(frame())
      do await sleep(1)
      while (socket.bufferedAmount > 1_000_000 && socket.readyState === WebSocket.OPEN)
    }
  })
}

const maxBody = 16 * 1024

export const attacks = {
  'deeply nested sign-ins': (target: Target) => {
    const body = '['.repeat(maxBody)
    flood(target, 32, (index) => post(target, index, body.length, body))
  },
  'unfinished bodies': (target: Target) => {
    flood(target, 2000, (index) => post(target, index, maxBody, '['.repeat(maxBody - 1)))
  },
  'sign-ins from many addresses': (target: Target) => {
    let count = 0
    flood(target, 64, () => {
      // Half of them are refused because of the name, the others wait for the hash.
      const username = count % 2 === 0 ? 'admin' : `user${count}`
      const body = JSON.stringify({ username, password: 'not the password' })
      return post(target, count++, body.length, body)
    })
  },
  'floods of three agents': (target: Target) => {
    for (const [index, token] of target.agentTokens.entries()) {
      let count = 0
      floodSocket(
        () =>
          new WebSocket(`ws://${host(target)}/api/agent/ws`, {
            headers: { authorization: `Bearer ${token}` },
            perMessageDeflate: false,
          }),
        (socket) => socket.send(encode(SystemInfo, { msg_id: randomUUID(), ...makeHost(index).facts() })),
        () => JSON.stringify({ type: 'ip_changed', ipv4: address(count++), ipv6: null }),
      )
    }
  },
  'subscriptions of a member': (target: Target) => {
    for (let n = 0; n < 4; n += 1) {
      floodSocket(
        () =>
          new WebSocket(`ws://${host(target)}/api/ws/servers`, {
            headers: { cookie: target.cookie, origin: `http://${host(target)}` },
            perMessageDeflate: false,
          }),
        () => {},
        () => JSON.stringify({ type: 'processes_subscribe', server_id: target.serverId }),
      )
    }
  },
  'pages of a member': (target: Target) => {
    flood(
      target,
      64,
      () => `GET / HTTP/1.1\r\nhost: ${host(target)}\r\naccept: text/html\r\ncookie: ${target.cookie}\r\n\r\n`,
    )
  },
  'charts of a member': (target: Target) => {
    const to = new Date()
    const from = new Date(to.getTime() - 300 * 86_400_000)
    const query = `from=${from.toISOString()}&to=${to.toISOString()}&interval=hourly`
    flood(
      target,
      64,
      () =>
        `GET /api/servers/${target.serverId}/records?${query} HTTP/1.1\r\nhost: ${host(target)}\r\n` +
        `cookie: ${target.cookie}\r\n\r\n`,
    )
  },
} as const
export type Attack = keyof typeof attacks
