import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, type FrameLimits, type Principal, type Revocation, unauthorized } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { limitFrames } from './frame-limits.ts'
import { closeSocket } from './sockets.ts'

export type Connections = ReturnType<typeof makeConnections>

/** A request of a signed-in user, which may have become a WebSocket. */
interface Connection {
  readonly principal: Principal
  readonly response: ServerResponse
  readonly frames: FrameLimits | undefined
  socket?: WebSocket
  /** why it is closed */
  closing?: { readonly code: number; readonly reason: string }
}

/** WebSocket close codes: policy violation; the credential expired or was revoked. */
const [policyViolation, credentialEnded] = [1008, 4001]

/** Open WebSockets; another one closes the oldest. */
const maxSockets = { perCredential: 20, perUser: 100 }

/** Interval for re-checking a request that has not sent anything yet: a plugin may stream past Fastify. */
const recheckMs = 1000

/** Interval for noticing that the clock was set. */
const clockCheckMs = 60_000

function close(connection: Connection): void {
  const { socket, response, closing } = connection
  if (socket && closing) {
    // The peer may keep sending until it answers the close frame; drop its messages.
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...values: unknown[]) => event !== 'message' && emit(event, ...values)
    // The answer to the close frame is not read while the socket is paused. A flood stays unread.
    if (closing.code !== policyViolation) socket.resume()
    closeSocket(socket, closing.code, closing.reason)
  } else if (!response.headersSent && !response.destroyed) setTimeout(close, recheckMs, connection).unref()
  else if (!response.writableFinished) response.destroy()
}

/** Limits WebSockets of users, and closes them and streaming responses when the credential that opened them ends. */
export function makeConnections(clock: Clock) {
  const connections = new Map<IncomingMessage, Connection>()
  const end = (connection: Connection, reason: string, code = credentialEnded) => {
    if (connection.closing) return
    connection.closing = { code, reason }
    close(connection)
  }

  const closeOldest = ({ userId, credentialId }: Principal) => {
    const ofUser = [...connections.values()].filter(
      ({ socket, closing, principal }) => socket && !closing && principal.userId === userId,
    )
    const ofCredential = ofUser.filter(({ principal }) => principal.credentialId === credentialId)
    const excess = [...ofCredential.slice(0, -maxSockets.perCredential), ...ofUser.slice(0, -maxSockets.perUser)]
    for (const connection of excess) end(connection, 'too many connections', policyViolation)
  }

  /** Runs `fn` at the deadline of a credential; the returned function cancels. */
  function whenExpired({ deadline }: Principal, fn: () => void): () => void {
    if (deadline === undefined) return () => {}
    let left = deadline - clock.now()
    let cancel = () => {}
    const wait = () => {
      // The time of day may be corrected: forward it expires at once, and back it does not live longer.
      const remaining = Math.min(left, deadline - clock.now())
      if (remaining <= 0) return fn()
      const ms = Math.min(remaining, clockCheckMs)
      left -= ms
      cancel = clock.after(ms, wait)
    }
    wait()
    return () => cancel()
  }

  return {
    size: () => connections.size,

    /** Tracks a request from authentication until its response is finished or its socket is closed. */
    track({ raw, principal, routeOptions }: FastifyRequest, { raw: response }: FastifyReply): void {
      // The client disconnected during authentication.
      if (response.destroyed) return
      const connection: Connection = { principal, response, frames: routeOptions.config.frames }
      const cancel = whenExpired(principal, () => end(connection, 'token expired'))
      connections.set(raw, connection)
      response.once('close', () => {
        cancel()
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
        if (connections.get(raw)?.closing) throw unauthorized()
      })
      app.websocketServer.on('connection', (socket, raw: IncomingMessage) => {
        const connection = connections.get(raw)
        if (!connection) return
        connection.socket = socket
        limitFrames(socket, connection.frames, clock, (code, reason) => end(connection, reason, code))
        if (connection.closing) close(connection)
        else closeOldest(connection.principal)
      })
      // Plain responses are still sent, so that the request that signs out gets one.
      app.addHook('onSend', (request, reply, payload, done) => {
        const isStream = typeof payload === 'object' && payload !== null && !ArrayBuffer.isView(payload)
        if (isStream && connections.get(request.raw)?.closing) reply.raw.destroy()
        done()
      })
    },
  }
}
