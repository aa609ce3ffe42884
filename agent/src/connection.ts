import type { IncomingMessage } from 'node:http'
import { type Frame, Outbox } from '@svc/protocol'
import { WebSocket } from 'ws'
import type { Timing } from './timing.ts'

/** Max size of an inbound frame. The largest legitimate message of a peer is an upload chunk of 512 KiB in Base64. */
const maxFrameBytes = 4 * 1024 * 1024

/**
 * Unsent bytes above which the server is not read either, so that one that does not read cannot fill the memory with the
 * responses to its requests. Bulk waits at much less, so only small messages add up to this.
 */
const maxUnsentBytes = 4 * 1024 * 1024

/** How a connection ended. */
export type ConnectionEnd =
  /** the server rejected the run token */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed'; readonly code: number }

/** An open connection. */
export interface Connection {
  /** what is sent after the connection ended is dropped */
  readonly outbox: Outbox
  /** Stops reading from the server until everyone who asked for it has called `release`. */
  hold(holder: object): void
  release(holder: object): void
  /** Calls back when the server has received everything sent so far; never if the connection ends first. */
  onDelivered(callback: () => void): void
  /** terminates the connection; `reason` becomes its end */
  fail(reason: string): void
}

/** `onOpen` is called first, `onEnd` last and only after `onOpen`. */
export interface ConnectionListener {
  onOpen(connection: Connection): void
  onFrame(frame: Frame): void
  onEnd(): void
}

export interface Socket {
  readonly ended: Promise<ConnectionEnd>
  /** Closes with a close frame; `ended` resolves within the close timeout. */
  close(): void
}

const originOf = (url: URL) => url.origin.replace(/^ws/, 'http')

/** Redirects are not followed, because they would receive the token: the user has to configure the other server. */
function describeResponse({ statusCode, headers: { location = '' } }: IncomingMessage, url: URL): string {
  const target = originOf(URL.canParse(location, url.href) ? new URL(location, url) : url)
  return `the server responded with status ${statusCode}${target === originOf(url) ? '' : `, redirecting to ${target}`}`
}

/**
 * Masks hide the bytes of clients from proxies that mistake them for HTTP, and cost as much as all the rest of a download.
 * Inside of TLS and on the host itself there are no such proxies, so the mask is zero.
 */
const needsMask = ({ protocol, hostname }: URL) =>
  protocol !== 'wss:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Opens a connection. The token is sent in the header only: URLs end up in the logs of proxies. */
export function openSocket(url: URL, token: string, timing: Timing, listener: ConnectionListener): Socket {
  const ws = new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: timing.handshake,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    followRedirects: false,
    ...(!needsMask(url) && { generateMask: (mask: Buffer) => mask.fill(0) }),
  })
  let end: ConnectionEnd | undefined
  let isOpen = false
  /** by the number of the ping whose pong confirms the delivery */
  const deliveryCallbacks = new Map<number, () => void>()
  let pingCount = 0
  const fail = (reason: string) => {
    end ??= { kind: 'failed', reason }
    ws.terminate()
  }
  const deadPeerTimer = setTimeout(() => fail('the server stopped responding'), timing.deadPeer)
  const onActivity = () => deadPeerTimer.refresh()

  const holders = new Set<object>()
  const hold = (holder: object) => {
    holders.add(holder)
    ws.pause()
  }
  const release = (holder: object) => {
    if (holders.delete(holder) && holders.size === 0) ws.resume()
  }
  const outbox = new Outbox({
    get bufferedAmount() {
      return ws.bufferedAmount
    },
    send(frame, sent) {
      if (ws.readyState !== WebSocket.OPEN) return
      ws.send(frame, () => {
        if (ws.bufferedAmount < maxUnsentBytes) release(outbox)
        sent()
      })
      if (ws.bufferedAmount > maxUnsentBytes) hold(outbox)
    },
  })

  // Attach listeners before the socket opens: the first frame may arrive with the handshake.
  ws.on('open', () => {
    isOpen = true
    onActivity()
    listener.onOpen({
      outbox,
      hold,
      release,
      onDelivered(callback) {
        if (ws.readyState !== WebSocket.OPEN) return
        pingCount += 1
        deliveryCallbacks.set(pingCount, callback)
        ws.ping(String(pingCount))
      },
      fail,
    })
  })
  ws.on('message', (data, isBinary) => {
    onActivity()
    listener.onFrame(isBinary ? (data as Buffer) : data.toString())
  })
  ws.on('ping', onActivity)
  ws.on('pong', (data) => {
    onActivity()
    // Frames are ordered, so a pong confirms everything sent before its ping. One pong may answer several pings.
    const confirmed = Number(data.toString())
    for (const [ping, callback] of deliveryCallbacks) {
      if (!(ping <= confirmed)) continue
      deliveryCallbacks.delete(ping)
      callback()
    }
  })
  ws.on('unexpected-response', (request, response) => {
    end =
      response.statusCode === 401
        ? { kind: 'unauthorized' }
        : { kind: 'failed', reason: describeResponse(response, url) }
    request.destroy()
    ws.terminate()
  })
  ws.on('error', (error) => {
    end ??= { kind: 'failed', reason: error.message || 'the connection failed' }
  })
  const { promise: ended, resolve } = Promise.withResolvers<ConnectionEnd>()
  ws.on('close', (code) => {
    clearTimeout(deadPeerTimer)
    outbox.close()
    if (isOpen) listener.onEnd()
    resolve(end ?? { kind: 'closed', code })
  })
  return {
    ended,
    close() {
      ws.close(1000)
      setTimeout(() => ws.terminate(), timing.close).unref()
    },
  }
}
