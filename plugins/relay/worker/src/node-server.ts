import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Relay, RelayRequest, RelayResponse } from './relay.ts'

interface Options {
  readonly relay: Relay
  /** the header in which a reverse proxy puts the address of the sender; without one, the address of the connection counts */
  readonly sourceHeader?: string | undefined
}

const toRequest = (incoming: IncomingMessage): RelayRequest => ({
  method: incoming.method ?? '',
  url: incoming.url ?? '',
  headers: {
    get: (name) => {
      const value = incoming.headers[name]
      return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
    },
  },
  get body() {
    // The answer to a body that is not read to its end still goes out.
    return incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  },
})

function answer({ status, headers, body }: RelayResponse, outgoing: ServerResponse, incoming: IncomingMessage): void {
  // What was not read would be taken for the next request.
  if (!incoming.complete) outgoing.setHeader('connection', 'close')
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Serves the relay with Node. */
export function makeNodeServer({ relay, sourceHeader }: Options): Server {
  const sourceOf = ({ headers, socket }: IncomingMessage) => {
    if (sourceHeader === undefined) return socket.remoteAddress
    const value = headers[sourceHeader]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 20_000, maxHeaderSize: 16_384 },
    (incoming, outgoing) => {
      relay(toRequest(incoming), sourceOf(incoming))
        .then((response) => answer(response, outgoing, incoming))
        .catch(() => outgoing.destroy())
    },
  )
  return server
}
