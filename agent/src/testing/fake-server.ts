import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ack, encode, type MessageDef, makeDecoder, type Payload, SystemInfo, Welcome } from '@svc/protocol'
import { type WebSocket, WebSocketServer } from 'ws'

export interface FakeServerOptions {
  /** the run token that is let in; a function may decide for each attempt */
  readonly accepts: string | ((token: string) => boolean)
  /** the raw answer to who is not let in; 401 by default */
  readonly refusal?: () => string
  /** seconds, for `Welcome` */
  readonly reportInterval?: number
  /** for `Welcome`, in milliseconds; without it the server is one that knows nothing of missed reports */
  readonly serverTime?: () => number
  /** a free one by default; the one of a server that was closed makes this its restart */
  readonly port?: number
  /** answers plain requests, for example the claim; 404 without it */
  readonly http?: RequestListener
  /** false: neither `Welcome` nor `Ack` are sent by themselves */
  readonly polite?: boolean
}

/** A server that speaks the real protocol over real sockets and remembers what agents sent. */
export interface FakeServer {
  readonly url: string
  /** how many agents were let in so far */
  readonly connections: number
  /** the upgrade requests, refused ones included */
  readonly attempts: readonly IncomingMessage[]
  /** The next message of this kind that was not taken yet; waits for it. Rejects when the agent sent an invalid one. */
  next<M extends MessageDef>(message: M, timeoutMs?: number): Promise<Payload<M>>
  /** How many messages of this kind wait to be taken. */
  waiting(message: MessageDef): number
  /** Resolves when the nth connection (counted from 1) is open. */
  connection(nth: number, timeoutMs?: number): Promise<WebSocket>
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** Sends any frame, for what a well-behaved server would not send. */
  sendRaw(data: string | Buffer): void
  /** Cuts the present connection without a close frame. */
  drop(): void
  close(): Promise<void>
}

const unauthorized = () => 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\nConnection: close\r\n\r\nUnauthorized'

const bearer = (request: IncomingMessage) => /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const { accepts, refusal = unauthorized, reportInterval = 1, serverTime, port = 0, polite = true } = options
  const http = createServer(options.http ?? ((_, response) => response.writeHead(404).end()))
  const sockets = new WebSocketServer({ noServer: true })
  const attempts: IncomingMessage[] = []
  const opened: WebSocket[] = []
  const frames: string[] = []
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const waiter of [...waiters]) waiter()
  }

  http.on('upgrade', (request, socket, head) => {
    attempts.push(request)
    const token = bearer(request)
    const isAccepted = typeof accepts === 'string' ? accepts === token : accepts(token)
    if (!isAccepted || request.url !== '/api/agent/ws') {
      socket.end(refusal())
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      opened.push(ws)
      ws.on('message', (data) => {
        const text = data.toString()
        frames.push(text)
        if (polite && JSON.parse(text).type === SystemInfo.type) {
          ws.send(encode(Ack, { msg_id: JSON.parse(text).msg_id }))
        }
        wake()
      })
      ws.on('error', () => {})
      if (polite) {
        ws.send(
          encode(Welcome, {
            server_id: '00000000-0000-4000-8000-000000000000',
            protocol_version: 6,
            report_interval: reportInterval,
            capabilities: null,
            ...(serverTime && { server_time: serverTime() }),
          }),
        )
      }
      wake()
    })
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const current = () => opened.at(-1)

  /** Tries `look` whenever something happened until it finds something. */
  function eventually<T>(what: string, timeoutMs: number, look: () => T | undefined): Promise<T> {
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
        reject(new Error(`no ${what} within ${timeoutMs} ms`))
      }, timeoutMs)
      waiters.add(attempt)
      attempt()
    })
  }

  const indexOf = (type: string) => frames.findIndex((frame) => JSON.parse(frame).type === type)

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    get connections() {
      return opened.length
    },
    attempts,
    next<M extends MessageDef>(message: M, timeoutMs = 20_000) {
      const decode = makeDecoder([message])
      return eventually(message.type, timeoutMs, () => {
        const index = indexOf(message.type)
        if (index === -1) return undefined
        const decoded = decode(frames.splice(index, 1)[0] ?? '')
        if (decoded.kind === 'message') return decoded.payload as Payload<M>
        throw new Error(`the agent sent an invalid ${message.type}${decoded.kind === 'invalid' ? decoded.path : ''}`)
      })
    },
    waiting: ({ type }) => frames.filter((frame) => JSON.parse(frame).type === type).length,
    connection: (nth, timeoutMs = 20_000) => eventually(`connection ${nth}`, timeoutMs, () => opened[nth - 1]),
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
