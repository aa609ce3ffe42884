import { ApiError, type CodedText, type Revocation, type Socket, text, type VisibleServer } from '@svc/plugin-sdk'
import { makeDecoder, type Payload } from '@svc/protocol'
import { ErrorUpdate, passkeyFeature, Resume } from '../wire.ts'
import { type SessionDependencies, TerminalSession } from './session.ts'
import { keepAlive, sendTo, type Visitor } from './viewer.ts'

/** Time for the first frame of a page that returns. */
const resumeFrameMs = 10_000
const policyViolation = 1008
/** Sessions of a host by default. */
const usualSessions = 3

/** What a page asks for in its address. */
export interface SocketQuery {
  readonly rows?: number
  readonly cols?: number
  readonly resumable?: boolean
  /** id of the session */
  readonly resume?: string
}

const decode = makeDecoder([Resume])

/** The sessions of `/api/ws/terminal/{server_id}`. */
export function makeTerminalSessions(dependencies: SessionDependencies) {
  const { agents, clock, log, text: render } = dependencies
  const sessions = new Map<string, TerminalSession>()

  const refuse = (socket: Socket, reason: string, error: CodedText) => {
    sendTo(socket, ErrorUpdate, { error: render(error), reason })
    socket.close(policyViolation, reason)
  }
  const refuseUnknown = (socket: Socket) => refuse(socket, 'unknown_session', text('terminal.UNKNOWN_SESSION'))

  /** The secret is not in the address, because addresses end up in the logs of proxies. */
  const resume = (socket: Socket, visitor: Visitor, serverId: string, id: string) => {
    let isFirst = true
    const cancel = clock.after(resumeFrameMs, () => socket.terminate())
    socket.on('close', cancel)
    socket.on('message', (data) => {
      if (!isFirst) return
      isFirst = false
      cancel()
      const frame = decode(String(data))
      const session = sessions.get(id)
      if (frame.kind !== 'message' || session?.serverId !== serverId) return refuseUnknown(socket)
      const payload = frame.payload as Payload<typeof Resume>
      if (session.isResumableBy(visitor, payload.secret)) session.resume(socket, visitor, payload)
      else refuseUnknown(socket)
    })
  }

  /** A session that a closed page has left would keep a host from opening another for a minute. */
  const makeRoom = (visitor: Visitor, serverId: string) => {
    const others = [...sessions.values()].filter((session) => session.serverId === serverId)
    if (others.length < usualSessions) return
    others.find((session) => session.isLeftBy(visitor))?.end('replaced', '')
  }

  return {
    accept(socket: Socket, visitor: Visitor, server: Pick<VisibleServer, 'id' | 'name'>, query: SocketQuery) {
      const stopPings = keepAlive(clock, socket)
      socket.on('close', stopPings)
      socket.on('error', (error) => log.debug({ err: error }, 'terminal connection failed'))
      if (query.resume !== undefined) return resume(socket, visitor, server.id, query.resume)
      const { rows = 24, cols = 80, resumable: isResumable = false } = query
      const isLocked = agents.features(server.id).includes(passkeyFeature)
      const options = { server, rows, cols, isResumable, isLocked, onGone: () => void sessions.delete(session.id) }
      makeRoom(visitor, server.id)
      let session: TerminalSession
      try {
        session = new TerminalSession(dependencies, options, socket, visitor)
      } catch (error) {
        if (error instanceof ApiError && error.text) return refuse(socket, 'failed', error.text)
        throw error
      }
      sessions.set(session.id, session)
    },

    revoke({ userId, credentialId, except }: Revocation) {
      for (const session of [...sessions.values()]) {
        session.revoke(
          (principal) =>
            principal.userId === userId &&
            principal.credentialId !== except &&
            (credentialId === undefined || principal.credentialId === credentialId),
        )
      }
    },

    close() {
      const error = render(text('terminal.SERVER_CLOSING'))
      for (const session of [...sessions.values()]) session.end('server_disconnect', error)
    },
  }
}
