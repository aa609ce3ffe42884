import { randomUUID } from 'node:crypto'
import type { Agents } from '@svc/plugin-enrollment/contract'
import {
  type ApiError,
  type Core,
  makeRateLimiter,
  type Principal,
  type Socket,
  text,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeDecoder, type Payload } from '@svc/protocol'
import { LogEnd, LogSession, LogSubscribe, LogUnsubscribe } from '../wire.ts'
import { type LogOutcome, type LogRequest, relayLog, sendTo } from './log-relay.ts'

const pingIntervalMs = 30_000
const defaultTail = 100
const maxTail = 100_000
/** Each leaves two audit entries. */
const subscribeLimit = { max: 60, windowMs: 60_000 }
/** Close codes: going away, policy violation, credential ended (by the kernel). */
const [goingAway, policyViolation, credentialEnded] = [1001, 1008, 4001]

interface Visitor {
  readonly principal: Pick<Principal, 'userId'>
  readonly ip: string
}

interface Dependencies extends Pick<Core, 'clock' | 'log' | 'capabilities' | 'text'> {
  readonly agents: Pick<Agents, 'open' | 'features' | 'capabilities'>
  readonly audit: Pick<Audit, 'write'>
}

type CloseReason =
  | 'client_closed'
  | 'agent_disconnect'
  | 'agent_capability_disabled'
  | 'server_disconnect'
  | 'token_expired'
  | 'credential_revoked'
  | 'ended'

/** The log that a socket sends. */
interface Subscription {
  readonly request: LogRequest
  readonly startedAt: number
  readonly abort: AbortController
}

interface Session {
  readonly serverId: string
  /** Ends the log, but not the socket. */
  end(outcome: LogOutcome): void
  /** Closes the socket. */
  close(reason: CloseReason, code: number): void
}

const decode = makeDecoder([LogSubscribe, LogUnsubscribe])

/** The sockets of `/api/ws/docker/logs/{server_id}`. */
export function makeLogSockets({ clock, log, capabilities, text: render, agents, audit }: Dependencies) {
  const sessions = new Set<Session>()
  const limiter = makeRateLimiter(subscribeLimit, clock)
  const sentenceOf = ({ text: coded, message }: ApiError) => (coded ? render(coded) : message)
  const sessionsOf = (serverId: string) => [...sessions].filter((session) => session.serverId === serverId)

  const accept = (socket: Socket, { principal: { userId }, ip }: Visitor, serverId: string) => {
    const session_id = randomUUID()
    let current: Subscription | undefined
    let isAlive = true

    const write = (action: string, { request, startedAt }: Subscription, more: object = {}) => {
      const { container_id, tail, follow } = request
      const started_at = toTimestamp(toSeconds(startedAt))
      const detail = { server_id: serverId, session_id, container_id, tail, follow, started_at, ...more }
      audit.write({ userId, ip, action, detail })
    }

    const stop = (close_reason: CloseReason) => {
      if (!current) return
      const now = clock.now()
      const ended_at = toTimestamp(toSeconds(now))
      write('docker_logs_unsubscribed', current, { ended_at, duration_ms: now - current.startedAt, close_reason })
      const { abort } = current
      current = undefined
      abort.abort()
    }

    const end = (outcome: LogOutcome) => {
      if (!current) return
      stop('ended')
      void sendTo(socket, LogEnd, outcome)
    }

    const start = async (request: LogRequest) => {
      const subscription: Subscription = { request, startedAt: clock.now(), abort: new AbortController() }
      current = subscription
      write('docker_logs_subscribed', subscription)
      try {
        const outcome = await relayLog({ agents, sentenceOf }, socket, serverId, request, subscription.abort.signal)
        if (current === subscription) end(outcome)
      } catch (err) {
        if (current !== subscription) return
        log.error({ err, server_id: serverId }, 'relaying a log failed')
        session.close('server_disconnect', goingAway)
      }
    }

    const subscribe = ({ container_id, tail, since, follow }: Payload<typeof LogSubscribe>) => {
      stop('client_closed')
      try {
        limiter.take(userId)
      } catch (error) {
        void sendTo(socket, LogEnd, { error: sentenceOf(error as ApiError), code: 'too_many_requests' })
        return
      }
      void start({
        container_id,
        tail: Math.min(tail ?? defaultTail, maxTail),
        since: since ?? null,
        follow: follow ?? true,
      })
    }

    const session: Session = {
      serverId,
      end,
      close(reason, code) {
        stop(reason)
        sessions.delete(session)
        socket.close(code, reason)
      },
    }
    sessions.add(session)
    const stopPings = clock.every(pingIntervalMs, () => {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
    })

    socket.on('error', (error) => log.debug({ err: error }, 'log connection failed'))
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('message', (data, isBinary) => {
      isAlive = true
      if (!sessions.has(session)) return
      const frame = isBinary ? undefined : decode(String(data))
      if (frame?.kind === 'invalid') {
        stop('client_closed')
        const error = render(text('docker.INVALID_LOG_REQUEST', { field: frame.path.slice(1) }))
        void sendTo(socket, LogEnd, { error, code: 'invalid' })
      }
      if (frame?.kind !== 'message') return
      if (frame.message === LogSubscribe) subscribe(frame.payload as Payload<typeof LogSubscribe>)
      else stop('client_closed')
    })
    socket.on('close', (code, reason) => {
      stopPings()
      sessions.delete(session)
      const ended = String(reason) === 'token expired' ? 'token_expired' : 'credential_revoked'
      stop(code === credentialEnded ? ended : 'client_closed')
    })
    void sendTo(socket, LogSession, { session_id })
  }

  return {
    accept,

    /** The daemon of a host is gone. */
    unavailable(serverId: string, error: string | null) {
      const outcome = { error: error ?? render(text('docker.NOT_AVAILABLE')), code: 'unavailable' }
      for (const session of sessionsOf(serverId)) session.end(outcome)
    },

    /** The agent is gone. */
    disconnect(serverId: string) {
      for (const session of sessionsOf(serverId)) session.close('agent_disconnect', goingAway)
    },

    /** The agent said what it may do. */
    recheck(serverId: string) {
      if ((agents.capabilities(serverId) & capabilities.bitOf('docker')) !== 0) return
      for (const session of sessionsOf(serverId)) session.close('agent_capability_disabled', policyViolation)
    },

    close() {
      for (const session of [...sessions]) session.close('server_disconnect', goingAway)
    },
  }
}
