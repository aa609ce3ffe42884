import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, type Principal, type Revocation, unauthorized } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { closeSocket } from './sockets.ts'

export type Connections = ReturnType<typeof makeConnections>

/** A request of a signed-in user, which may have become a WebSocket. */
interface Connection {
  readonly principal: Principal
  readonly response: ServerResponse
  socket?: WebSocket
  /** why its credential is no longer valid */
  endReason?: string
}

/** WebSocket close code: the credential expired or was revoked. */
const credentialEnded = 4001

/** Interval for re-checking a request that has not sent anything yet: a plugin may stream past Fastify. */
const recheckMs = 1000

function close(connection: Connection): void {
  const { socket, response, endReason } = connection
  if (socket) {
    // The peer may keep sending until it answers the close frame; drop its messages.
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...values: unknown[]) => event !== 'message' && emit(event, ...values)
    closeSocket(socket, credentialEnded, endReason)
  } else if (!response.headersSent && !response.destroyed) setTimeout(close, recheckMs, connection).unref()
  else if (!response.writableFinished) response.destroy()
}

/** Closes WebSockets and streaming responses when the credential that opened them ends. */
export function makeConnections(clock: Clock) {
  const connections = new Map<IncomingMessage, Connection>()
  const end = (connection: Connection, reason: string) => {
    if (connection.endReason) return
    connection.endReason = reason
    close(connection)
  }

  return {
    size: () => connections.size,

    /** Tracks a request from authentication until its response is finished or its socket is closed. */
    track({ raw, principal }: FastifyRequest, { raw: response }: FastifyReply): void {
      // The client disconnected during authentication.
      if (response.destroyed) return
      const connection: Connection = { principal, response }
      const { deadline } = principal
      const remainingMs = deadline === undefined ? undefined : Math.max(0, deadline - clock.now())
      const cancel =
        remainingMs === undefined ? undefined : clock.after(remainingMs, () => end(connection, 'token expired'))
      connections.set(raw, connection)
      response.once('close', () => {
        cancel?.()
        connections.delete(raw)
      })
    },

    revoke({ userId, credentialId, except }: Revocation): void {
      for (const connection of connections.values()) {
        const { principal } = connection
        if (principal.userId !== userId || principal.credentialId === except) continue
        if (credentialId === undefined || principal.credentialId === credentialId) end(connection, 'credential revoked')
      }
    },

    /** Links requests to their WebSockets, and rejects handlers whose credential ended in the meantime. */
    attach(app: FastifyInstance): void {
      app.addHook('preHandler', async ({ raw }) => {
        if (connections.get(raw)?.endReason) throw unauthorized()
      })
      app.websocketServer.on('connection', (socket, raw: IncomingMessage) => {
        const connection = connections.get(raw)
        if (!connection) return
        connection.socket = socket
        if (connection.endReason) close(connection)
      })
      // Plain responses are still sent, so that the request that signs out gets one.
      app.addHook('onSend', (request, reply, payload, done) => {
        const isStream = typeof payload === 'object' && payload !== null && !ArrayBuffer.isView(payload)
        if (isStream && connections.get(request.raw)?.endReason) reply.raw.destroy()
        done()
      })
    },
  }
}
