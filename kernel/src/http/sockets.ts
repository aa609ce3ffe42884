import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'

/** How long a peer may take to answer the close frame. Live ones answer in one round trip. */
const graceMs = 300

/** Closes a WebSocket, and cuts it when its peer does not answer. */
export function closeSocket(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), graceMs)
  socket.once('close', () => clearTimeout(cut))
}

/** 1012 is "service restart": peers come back by themselves. */
const restart = 1012

/** Closes every WebSocket before the HTTP server closes. */
export function closeSockets(this: FastifyInstance, done: () => void): void {
  for (const client of this.websocketServer.clients) closeSocket(client, restart, 'the server is restarting')
  this.websocketServer.close()
  done()
}
