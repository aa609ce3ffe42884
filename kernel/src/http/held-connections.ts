import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, type Principal, type Revocation, unauthorized } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { closeSocket } from './sockets.ts'

export type HeldConnections = ReturnType<typeof makeHeldConnections>

/** What a user has open: a request under way, which may have become a socket. */
interface Held {
  readonly principal: Principal
  readonly response: ServerResponse
  socket?: WebSocket
  /** why its credential has ended */
  ended?: string
}

/** Close code of a socket whose credential has ended. */
const credentialEnded = 4001

/** How often a request that has no answer yet is looked at: a plugin may write a stream past Fastify. */
const lookMs = 1000

function cut(held: Held): void {
  const { socket, response, ended } = held
  if (socket) {
    // until the peer answers the close frame it may go on sending, to nobody
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...values: unknown[]) => event !== 'message' && emit(event, ...values)
    closeSocket(socket, credentialEnded, ended)
  } else if (!response.headersSent && !response.destroyed) setTimeout(cut, lookMs, held).unref()
  else if (!response.writableFinished) response.destroy()
}

/** Ends sockets and flowing answers together with the credential that opened them. */
export function makeHeldConnections(clock: Clock) {
  const held = new Map<IncomingMessage, Held>()
  const end = (connection: Held, why: string) => {
    if (connection.ended) return
    connection.ended = why
    cut(connection)
  }

  return {
    size: () => held.size,

    /** From the check of the credential until the answer has left or the socket is closed. */
    hold({ raw, principal }: FastifyRequest, { raw: response }: FastifyReply): void {
      // the client left while the credential was checked
      if (response.destroyed) return
      const connection: Held = { principal, response }
      const { deadline } = principal
      const left = deadline === undefined ? undefined : Math.max(0, deadline - clock.now())
      const cancel = left === undefined ? undefined : clock.after(left, () => end(connection, 'token expired'))
      held.set(raw, connection)
      response.once('close', () => {
        cancel?.()
        held.delete(raw)
      })
    },

    revoke({ userId, credentialId, except }: Revocation): void {
      for (const connection of held.values()) {
        const { principal } = connection
        if (principal.userId !== userId || principal.credentialId === except) continue
        if (credentialId === undefined || principal.credentialId === credentialId) end(connection, 'credential revoked')
      }
    },

    /** Follows requests to their sockets, and lets nothing begin once the credential has ended. */
    follow(app: FastifyInstance): void {
      app.addHook('preHandler', async ({ raw }) => {
        if (held.get(raw)?.ended) throw unauthorized()
      })
      app.websocketServer.on('connection', (socket, raw: IncomingMessage) => {
        const connection = held.get(raw)
        if (!connection) return
        connection.socket = socket
        if (connection.ended) cut(connection)
      })
      // plain answers still leave: the request that ends its own session has one
      app.addHook('onSend', (request, reply, payload, done) => {
        const flows = typeof payload === 'object' && payload !== null && !ArrayBuffer.isView(payload)
        if (flows && held.get(request.raw)?.ended) reply.raw.destroy()
        done()
      })
    },
  }
}
