import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'

/** What was sent to the push service. */
export interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** of the connection */
  readonly port: number | undefined
}

/** What the push service answers; `hang` never does, `goaway` closes the connection without an answer. */
export type Answer =
  | {
      readonly status: number
      readonly reason?: string
      readonly body?: string
      readonly headers?: Record<string, string>
    }
  | 'hang'
  | 'goaway'
  | 'reset'

type Incoming = IncomingMessage | Http2ServerRequest
type Outgoing = ServerResponse | Http2ServerResponse

/**
 * Apple's push service on a local port: HTTP/2 without TLS, and HTTP/1.1 for runtimes that get their HTTP/2 from the platform
 * around them. It answers each request as the test says, 200 by default.
 */
export async function startProvider() {
  const sent: Sent[] = []
  const sessions = new Set<ServerHttp2Session>()
  const state = { answer: (_: Sent): Answer | Promise<Answer> => ({ status: 200 }), connections: 0 }

  async function handle(incoming: Incoming, outgoing: Outgoing): Promise<void> {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const one = { path: incoming.url ?? '', headers: incoming.headers, body, port: incoming.socket?.remotePort }
    sent.push(one)
    const answer = await state.answer(one)
    if (answer === 'hang') return
    if (answer === 'reset') return void incoming.socket?.destroy()
    if (answer === 'goaway') {
      const session = 'stream' in outgoing ? outgoing.stream.session : undefined
      session?.goaway(0, 0)
      session?.destroy()
      return
    }
    const { status, reason, body: text = reason === undefined ? '' : JSON.stringify({ reason }), headers = {} } = answer
    const id = String(incoming.headers['apns-id'] ?? '')
    ;(outgoing as ServerResponse).writeHead(status, { 'apns-id': id, ...headers }).end(text)
  }

  const onRequest = (incoming: Incoming, outgoing: Outgoing) => void handle(incoming, outgoing).catch(() => {})
  const h2: Http2Server = createHttp2Server(onRequest)
  h2.on('session', (session) => {
    state.connections += 1
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => {})
  })
  const h1: Server = createHttpServer(onRequest)
  for (const server of [h2, h1]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const portOf = (server: Http2Server | Server) => (server.address() as AddressInfo).port
  return {
    sent,
    /** origin of HTTP/2 */
    origin: `http://127.0.0.1:${portOf(h2)}`,
    /** port of HTTP/1.1 */
    port: portOf(h1),
    state,
    /** Tells all clients to use another connection, as before maintenance. */
    goaway() {
      for (const session of sessions) session.goaway(0)
    },
    async close() {
      for (const session of sessions) session.destroy()
      h1.closeAllConnections()
      await Promise.all([h1, h2].map((server) => new Promise((done) => server.close(done))))
    },
  }
}
export type ProviderServer = Awaited<ReturnType<typeof startProvider>>
