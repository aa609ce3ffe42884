import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Unanswered requests of one connection. Browsers and proxies wait for each answer; HTTP allows more. */
const maxOpen = 4

/** Closes connections that send requests without waiting for answers. */
export function limitPipelining(app: FastifyInstance): void {
  const open = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // Injected requests have no connection.
    if (!(socket instanceof Socket)) return done()
    const count = (open.get(socket) ?? 0) + 1
    if (count > maxOpen) socket.destroy()
    // The rest of what was received at once follows even now.
    if (socket.destroyed) return void reply.hijack()
    open.set(socket, count)
    reply.raw.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    done()
  })
}
