import type { FastifyInstance } from 'fastify'
import type { WebSocketServer } from 'ws'

/** How long a peer may take to answer the close frame. Live ones answer in one round trip. */
const graceMs = 300

/** 1012 is "service restart": peers come back by themselves. */
const code = 1012

/** Closes every WebSocket before the HTTP server closes, and cuts the ones that do not answer. */
export function closeSockets(this: FastifyInstance, done: () => void): void {
  const server = (this as FastifyInstance & { websocketServer: WebSocketServer }).websocketServer
  const open = [...server.clients]
  for (const client of open) client.close(code, 'the server is restarting')
  const cut = setTimeout(() => {
    for (const client of open) client.terminate()
  }, graceMs)
  server.close(() => clearTimeout(cut))
  done()
}
