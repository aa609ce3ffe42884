import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ack, encode, type Frame, type MessageDef, makeDecoder, type Payload, SystemInfo, Welcome } from '@svc/protocol'
import { type WebSocket, WebSocketServer } from 'ws'

export interface FakeServerOptions {
  /** the accepted run token, or a function that decides per attempt */
  readonly accepts: string | ((token: string) => boolean)
  /** the raw HTTP response to a rejected attempt; 401 by default */
  readonly unauthorizedResponse?: () => string
  /** seconds, for `Welcome` */
  readonly reportInterval?: number
  /** for `Welcome`, in milliseconds; without it the server does not support backfill */
  readonly serverTime?: () => number
  /** for `Welcome`; without it the server gives no credit */
  readonly streamWindow?: number
  /** for `Welcome`: the server takes messages with raw bytes as binary frames */
  readonly binaryFrames?: boolean
  /** a free port by default; pass the port of a closed server to simulate a restart */
  readonly port?: number
  /** handles plain HTTP requests such as the claim; 404 by default */
  readonly http?: RequestListener
  /** false: does not send `Welcome` and `Ack` automatically */
  readonly autoRespond?: boolean
}

/** A server that speaks the real protocol over real sockets and records what agents send. */
export interface FakeServer {
  readonly url: string
  /** accepted connections so far */
  readonly connections: number
  /** all upgrade requests, including rejected ones */
  readonly attempts: readonly IncomingMessage[]
  /** Takes the next message of this type, waiting for it if necessary. Rejects if the agent sent an invalid one. */
  next<M extends MessageDef>(message: M, timeoutMs?: number): Promise<Payload<M>>
  /** received so far */
  readonly binaryFrames: number
  /** The number of received messages of this type that were not taken yet. */
  queued(message: MessageDef): number
  /** Resolves when the nth connection is open, counting from 1. */
  connection(nth: number, timeoutMs?: number): Promise<WebSocket>
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** Sends a raw frame, for example an invalid one. */
  sendRaw(data: Frame): void
  /** Terminates the current connection without a close frame. */
  drop(): void
  close(): Promise<void>
}

const unauthorized = () => 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\nConnection: close\r\n\r\nUnauthorized'

const bearer = (request: IncomingMessage) => /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const {
    accepts,
    unauthorizedResponse = unauthorized,
    reportInterval = 1,
    serverTime,
    streamWindow,
    binaryFrames,
    port = 0,
    autoRespond = true,
  } = options
  const http = createServer(options.http ?? ((_, response) => response.writeHead(404).end()))
  const sockets = new WebSocketServer({ noServer: true })
  const attempts: IncomingMessage[] = []
  const opened: WebSocket[] = []
  const frames: { readonly type: string; readonly frame: Frame }[] = []
  const peek = makeDecoder([])
  let binaryCount = 0
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const waiter of [...waiters]) waiter()
  }

  http.on('upgrade', (request, socket, head) => {
    attempts.push(request)
    const token = bearer(request)
    const isAccepted = typeof accepts === 'string' ? accepts === token : accepts(token)
    if (!isAccepted || request.url !== '/api/agent/ws') {
      socket.end(unauthorizedResponse())
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      opened.push(ws)
      ws.on('message', (data, isBinary) => {
        const frame = isBinary ? (data as Buffer) : data.toString()
        const peeked = peek(frame)
        if (peeked.kind !== 'unknown') throw new Error('the agent sent a malformed frame')
        const { type, payload } = peeked
        frames.push({ type, frame })
        if (isBinary) binaryCount += 1
        if (autoRespond && type === SystemInfo.type) ws.send(encode(Ack, { msg_id: String(payload.msg_id) }))
        wake()
      })
      ws.on('error', () => {})
      if (autoRespond) {
        ws.send(
          encode(Welcome, {
            server_id: '00000000-0000-4000-8000-000000000000',
            protocol_version: 6,
            report_interval: reportInterval,
            capabilities: null,
            ...(serverTime && { server_time: serverTime() }),
            ...(streamWindow !== undefined && { stream_window: streamWindow }),
            ...(binaryFrames && { binary_frames: true }),
          }),
        )
      }
      wake()
    })
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const current = () => opened.at(-1)

  /** Calls `look` after every event until it returns a value. */
  function waitFor<T>(what: string, timeoutMs: number, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        waiters.delete(attempt)
      }
      const attempt = () => {
        try {
          const found = look()
          if (found === undefined) return
          done()
          resolve(found)
        } catch (error) {
          done()
          reject(error)
        }
      }
      const timer = setTimeout(() => {
        done()
        reject(new Error(`timed out after ${timeoutMs} ms waiting for ${what}`))
      }, timeoutMs)
      waiters.add(attempt)
      attempt()
    })
  }

  const indexOf = (type: string) => frames.findIndex((frame) => frame.type === type)

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    get connections() {
      return opened.length
    },
    get binaryFrames() {
      return binaryCount
    },
    attempts,
    next<M extends MessageDef>(message: M, timeoutMs = 115_000) {
      const decode = makeDecoder([message])
      return waitFor(message.type, timeoutMs, () => {
        const index = indexOf(message.type)
        if (index === -1) return undefined
        const decoded = decode(frames.splice(index, 1)[0]?.frame ?? '')
        if (decoded.kind === 'message') return decoded.payload as Payload<M>
        throw new Error(`the agent sent an invalid ${message.type}${decoded.kind === 'invalid' ? decoded.path : ''}`)
      })
    },
    queued: ({ type }) => frames.filter((frame) => frame.type === type).length,
    connection: (nth, timeoutMs = 115_000) => waitFor(`connection ${nth}`, timeoutMs, () => opened[nth - 1]),
    send: (message, payload) => current()?.send(encode(message, payload)),
    sendRaw: (data) => current()?.send(data),
    drop: () => current()?.terminate(),
    async close() {
      for (const ws of opened) ws.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
