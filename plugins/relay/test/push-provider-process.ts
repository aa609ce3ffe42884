import { once } from 'node:events'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'

/** A push service that accepts everything, at little cost: its work is not measured. It prints its origin. */
const server = createServer()
server.on('stream', (stream: ServerHttp2Stream) => {
  stream.on('error', () => {})
  stream.resume()
  stream.respond({ ':status': 200 }, { endStream: true })
})
server.on('session', (session) => session.on('error', () => {}))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(`push service: http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.once('SIGTERM', () => process.exit())
