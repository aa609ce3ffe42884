import type { Logger } from '@svc/agent-sdk'
import { makeBackoff } from './backoff.ts'
import { endpoint } from './endpoint.ts'
import type { Identity } from './identity.ts'
import { pause } from './pause.ts'
import { type Ending, type Listener, openSocket, type Socket } from './socket.ts'
import type { Timing } from './timing.ts'

export interface LinkOptions {
  readonly serverUrl: string
  readonly identity: Identity
  readonly timing: Timing
  readonly log: Logger
  /** what to do with a connection; `onWelcome` must be called when the server accepted it */
  session(onWelcome: () => void): Listener
}

export interface LinkKeeper {
  /** Keeps a connection for as long as the agent lives. Resolves after `close`, rejects with `Refusal`. */
  run(): Promise<void>
  close(): Promise<void>
}

/** The close code by which the server says that a newer connection of the same agent was admitted. */
const superseded = 4000

const words = (ending: Ending) => {
  if (ending.kind === 'unauthorized') return 'the server refused the run token'
  if (ending.kind === 'failed') return ending.reason
  if (ending.code === superseded) return 'another connection with the same run token has taken the place of this one'
  return `the server closed the connection (${ending.code})`
}

/** Connects, and connects again whenever the connection ends, whatever the reason. */
export function makeLink({ serverUrl, identity, timing, log, session }: LinkOptions): LinkKeeper {
  const url = endpoint(serverUrl, 'ws', '/api/agent/ws')
  const closing = new AbortController()
  const backoff = makeBackoff()
  let socket: Socket | undefined
  let running: Promise<void> = Promise.resolve()

  function onWelcome(): void {
    log.info('connected')
    backoff.reset()
    void identity.proved()
  }

  async function connectOnce(): Promise<Ending> {
    socket = openSocket(url, identity.token, timing, session(onWelcome))
    try {
      return await socket.ending
    } finally {
      socket = undefined
    }
  }

  async function loop(): Promise<void> {
    await identity.prepare(closing.signal)
    while (!closing.signal.aborted) {
      const ending = await connectOnce()
      if (closing.signal.aborted) return
      if (ending.kind === 'unauthorized') await identity.rejected(closing.signal)
      else identity.failedOtherwise()
      const wait = timing.wait?.() ?? backoff.next()
      log.warn(`not connected: ${words(ending)}; next attempt in ${(wait / 1000).toFixed(1)} s`)
      await pause(wait, closing.signal)
    }
  }

  return {
    run() {
      running = loop()
      return running
    },
    async close() {
      closing.abort()
      socket?.close()
      await running.catch(() => {})
    },
  }
}
