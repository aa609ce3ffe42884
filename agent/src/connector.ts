import type { Logger } from '@svc/agent-sdk'
import { makeBackoff } from './backoff.ts'
import { type ConnectionEnd, type ConnectionListener, openSocket, type Socket } from './connection.ts'
import { endpointUrl } from './endpoint.ts'
import type { Identity } from './identity.ts'
import type { Timing } from './timing.ts'
import { sleep } from './wait.ts'

export interface ConnectorOptions {
  readonly serverUrl: string
  readonly identity: Identity
  readonly timing: Timing
  readonly log: Logger
  /** creates the listener of a connection; it must call `onWelcome` when the server accepted the connection */
  session(onWelcome: () => void): ConnectionListener
}

export interface Connector {
  /** Stays connected until `close`. Rejects with `FatalError`. */
  run(): Promise<void>
  close(): Promise<void>
}

/** Close code for "a newer connection of the same agent was accepted". */
const supersededCode = 4000

const describeEnd = (end: ConnectionEnd) => {
  if (end.kind === 'unauthorized') return 'the server rejected the run token'
  if (end.kind === 'failed') return end.reason
  if (end.code === supersededCode) return 'superseded by another connection with the same run token'
  return `the server closed the connection (code ${end.code})`
}

/** Connects, and reconnects with backoff whenever the connection ends. */
export function makeConnector({ serverUrl, identity, timing, log, session }: ConnectorOptions): Connector {
  const url = endpointUrl(serverUrl, 'ws', '/api/agent/ws')
  const closing = new AbortController()
  const backoff = makeBackoff()
  let socket: Socket | undefined
  let done: Promise<void> = Promise.resolve()

  function onWelcome(): void {
    log.info('connected')
    backoff.reset()
    void identity.onAccepted()
  }

  async function connect(): Promise<ConnectionEnd> {
    socket = openSocket(url, identity.token, timing, session(onWelcome))
    try {
      return await socket.ended
    } finally {
      socket = undefined
    }
  }

  async function loop(): Promise<void> {
    await identity.prepare(closing.signal)
    while (!closing.signal.aborted) {
      const end = await connect()
      if (closing.signal.aborted) return
      if (end.kind === 'unauthorized') await identity.onRejected(closing.signal)
      else identity.onConnectionFailed()
      const waitMs = timing.wait?.() ?? backoff.next()
      log.warn(`disconnected: ${describeEnd(end)}; reconnecting in ${(waitMs / 1000).toFixed(1)} s`)
      await sleep(waitMs, closing.signal)
    }
  }

  return {
    run() {
      done = loop()
      return done
    },
    async close() {
      closing.abort()
      socket?.close()
      await done.catch(() => {})
    },
  }
}
