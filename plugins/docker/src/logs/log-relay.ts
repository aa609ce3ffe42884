import { AgentFailed, type Agents } from '@svc/plugin-enrollment/contract'
import { ApiError, type Socket } from '@svc/plugin-sdk'
import { encode, type MessageDef, type Payload } from '@svc/protocol'
import { sanitizeLogEntry } from '../sanitize.ts'
import { dockerExtrasFeature, type LogEnd, Logs, readLogs } from '../wire.ts'

/** Unsent bytes above which a browser is too slow. */
const maxBacklogBytes = 256 * 1024

/** The part of a socket that logs need. */
export type LogSocket = Pick<Socket, 'bufferedAmount' | 'send'>

/** Resolves when it has left this process. */
export const sendTo = <M extends MessageDef>(socket: LogSocket, message: M, payload: Payload<M>) =>
  new Promise<void>((resolve) => socket.send(encode(message, payload), { binary: false }, () => resolve()))

export interface LogRequest {
  readonly container_id: string
  readonly tail: number
  readonly since: string | null
  readonly follow: boolean
}

/** Why a log ended; without an error it was read to its end. */
export type LogOutcome = Payload<typeof LogEnd>

const codes: Readonly<Record<number, string>> = {
  403: 'denied',
  404: 'unavailable',
  429: 'too_many_requests',
  504: 'timeout',
}

const toOutcome = (error: unknown, sentenceOf: (error: ApiError) => string): LogOutcome => {
  if (error instanceof AgentFailed) return { error: error.failure.reason, code: error.failure.code }
  if (error instanceof ApiError) return { error: sentenceOf(error), code: codes[error.status] ?? 'failed' }
  throw error
}

interface Dependencies {
  readonly agents: Pick<Agents, 'open' | 'features'>
  sentenceOf(error: ApiError): string
}

/**
 * Sends the log of a container to a browser until either ends. Our own agents wait for a slow browser, and drop and count what
 * their container prints meanwhile; peers do not wait and would delay their metrics, so for those it is dropped here.
 */
export async function relayLog(
  { agents, sentenceOf }: Dependencies,
  socket: LogSocket,
  serverId: string,
  request: LogRequest,
  signal: AbortSignal,
): Promise<LogOutcome> {
  try {
    const stream = await agents.open(serverId, readLogs, request, { signal })
    const canWait = agents.features(serverId).includes(dockerExtrasFeature)
    let dropped = 0
    for await (const chunk of stream) {
      dropped += chunk.dropped ?? 0
      const isBehind = socket.bufferedAmount > maxBacklogBytes
      if (isBehind && !canWait) {
        dropped += chunk.entries.length
        continue
      }
      const entries = chunk.entries.map(sanitizeLogEntry)
      const sent = sendTo(socket, Logs, dropped > 0 ? { entries, dropped } : { entries })
      dropped = 0
      if (socket.bufferedAmount > maxBacklogBytes) await sent
    }
    const { error = null, code = null } = await stream.ended
    return { error, code: error === null ? null : (code ?? 'failed') }
  } catch (error) {
    return toOutcome(error, sentenceOf)
  }
}
