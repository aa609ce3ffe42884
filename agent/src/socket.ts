import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Timing } from './timing.ts'

/**
 * The largest frame we take from the server. Its largest message is an upload chunk, 512 KiB in base64, and a written
 * text file; a peer that sends more is broken or hostile, and the agent has to stay small.
 */
const maxPayload = 4 * 1024 * 1024

/**
 * Bytes that may wait for a server that does not read, far more than all that an agent ever has to say at a time: one
 * that goes on asking must not fill the memory with answers.
 */
const mostUnsent = 8 * 1024 * 1024

/** How a connection ended. */
export type Ending =
  /** the server refused the run token */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed'; readonly code: number }

/** What the other side of a socket does with it. */
export interface Wire {
  /** dropped without a word when the connection is gone */
  send(text: string): void
  /** Calls `then` once the other side has everything that was sent until now; never when the connection ends before. */
  delivered(then: () => void): void
  /** ends the connection at once; `reason` becomes its ending */
  fail(reason: string): void
}

/** Told what happens on a connection. `opened` comes first, `ended` last and only after `opened`. */
export interface Listener {
  opened(wire: Wire): void
  text(data: string): void
  binary(): void
  ended(): void
}

export interface Socket {
  readonly ending: Promise<Ending>
  /** Ends it with a close frame; resolves with `ending` at the latest after the close time limit. */
  close(): void
}

const originOf = (url: URL) => url.origin.replace(/^ws/, 'http')

/** A redirect is not followed, the token would go with it: the person in charge has to name the other server. */
function answerOf({ statusCode, headers: { location = '' } }: IncomingMessage, url: URL): string {
  const target = originOf(URL.canParse(location, url.href) ? new URL(location, url) : url)
  return `the server answered with status ${statusCode}${target === originOf(url) ? '' : `; it points to ${target}`}`
}

/** Opens one connection. The token travels in the header only: addresses end up in the logs of proxies. */
export function openSocket(url: URL, token: string, timing: Timing, listener: Listener): Socket {
  const ws = new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: timing.handshake,
    maxPayload,
    perMessageDeflate: false,
    followRedirects: false,
  })
  let cause: Ending | undefined
  let isOpen = false
  /** by the number of the ping that asks for it */
  const proofs = new Map<number, () => void>()
  let pings = 0
  const fail = (reason: string) => {
    cause ??= { kind: 'failed', reason }
    ws.terminate()
  }
  const peer = setTimeout(() => fail('the server went silent'), timing.deadPeer)
  const heard = () => peer.refresh()

  // Listeners are set before the socket opens: the first frame can arrive in the same packet as the handshake.
  ws.on('open', () => {
    isOpen = true
    heard()
    listener.opened({
      send: (text) => {
        if (ws.readyState !== WebSocket.OPEN) return
        ws.send(text)
        if (ws.bufferedAmount > mostUnsent) fail('the server does not take what it is sent')
      },
      delivered(then) {
        if (ws.readyState !== WebSocket.OPEN) return
        pings += 1
        proofs.set(pings, then)
        ws.ping(String(pings))
      },
      fail,
    })
  })
  ws.on('message', (data, isBinary) => {
    heard()
    if (isBinary) listener.binary()
    else listener.text(data.toString())
  })
  ws.on('ping', heard)
  ws.on('pong', (data) => {
    heard()
    // Frames keep their order, so whoever answers a ping has what was sent before it. One answer may stand for several.
    const answered = Number(data.toString())
    for (const [ping, then] of proofs) {
      if (!(ping <= answered)) continue
      proofs.delete(ping)
      then()
    }
  })
  ws.on('unexpected-response', (request, response) => {
    cause = response.statusCode === 401 ? { kind: 'unauthorized' } : { kind: 'failed', reason: answerOf(response, url) }
    request.destroy()
    ws.terminate()
  })
  ws.on('error', (error) => {
    cause ??= { kind: 'failed', reason: error.message || 'the connection failed' }
  })
  const ending = new Promise<Ending>((resolve) => {
    ws.on('close', (code) => {
      clearTimeout(peer)
      if (isOpen) listener.ended()
      resolve(cause ?? { kind: 'closed', code })
    })
  })
  return {
    ending,
    close() {
      ws.close(1000)
      setTimeout(() => ws.terminate(), timing.close).unref()
    },
  }
}
