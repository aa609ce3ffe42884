import type { FastifyInstance } from 'fastify'
import type { PerMessageDeflateOptions, WebSocket } from 'ws'

/** Time for a peer to answer the close frame, which takes one round trip. */
const graceMs = 300

/** Closes a WebSocket, and terminates it if the peer does not answer. */
export function closeSocket(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), graceMs)
  socket.once('close', () => clearTimeout(timer))
}

/** WebSocket close code 1012 "service restart": clients reconnect. */
const serviceRestart = 1012

/** Closes every WebSocket before the HTTP server closes. */
export function closeSockets(this: FastifyInstance, done: () => void): void {
  for (const client of this.websocketServer.clients) closeSocket(client, serviceRestart, 'the server is restarting')
  this.websocketServer.close()
  done()
}

/** For routes with `compresses`. Without a dictionary between frames, a connection needs no memory while nothing is sent. */
export const frameCompression: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  threshold: 0,
  zlibDeflateOptions: { level: 3 },
}
