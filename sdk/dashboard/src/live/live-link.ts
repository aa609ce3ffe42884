/** `lost` between a broken connection and the next open one. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

/** The part of a browser's WebSocket that the link uses. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  close(): void
}

interface Deps {
  readonly connect: () => Socket
  readonly onFrame: (data: unknown) => void
  readonly onStatus: (status: LiveStatus) => void
  /** the session may have ended: by a close code of the server, or a failed connection, for which browsers give no reason */
  readonly onSessionDoubt: () => void
  readonly after: (ms: number, run: () => void) => () => void
  readonly random: () => number
}

/** close code: the credential that opened the socket was revoked, has expired, or may do something else now */
const credentialEnded = 4001
/** close code: another tab took the place of this one, which would take that of a third */
const tooMany = 1008

/** the server sends something at least every 15 seconds */
const silenceTimeoutMs = 40_000

/** A socket that reconnects until `stop`. */
export class LiveLink {
  readonly #deps: Deps
  #socket: Socket | undefined
  #cancelRetry: (() => void) | undefined
  #attempt = 0
  #running = false
  #hasReceived = false
  #cancelWatchdog: (() => void) | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#attempt = 0
    this.#deps.onStatus('connecting')
    this.#open()
  }

  stop(): void {
    this.#running = false
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    this.#drop()
    this.#deps.onStatus('connecting')
  }

  /** Reconnects immediately instead of waiting, for example after the machine woke up. */
  reconnectNow(): void {
    if (!this.#running || !this.#cancelRetry) return
    this.#cancelRetry()
    this.#open()
  }

  #open() {
    this.#cancelRetry = undefined
    let opened = false
    const socket = this.#deps.connect()
    this.#socket = socket
    socket.onopen = () => {
      opened = true
      this.#attempt = 0
      this.#deps.onStatus('open')
      this.#startWatchdog()
    }
    socket.onmessage = ({ data }) => {
      this.#hasReceived = true
      this.#deps.onFrame(data)
    }
    socket.onclose = ({ code }) => {
      if (code === tooMany) this.#attempt = lastAttempt
      this.#lose()
      if (!opened || code === credentialEnded) this.#deps.onSessionDoubt()
    }
  }

  #lose() {
    this.#drop()
    this.#deps.onStatus('lost')
    this.#cancelRetry = this.#deps.after(backoff(this.#attempt++, this.#deps.random), () => this.#open())
  }

  /** Detects dead connections: a roaming laptop, a firewall or a dead server can leave the socket open. */
  #startWatchdog() {
    this.#hasReceived = false
    this.#cancelWatchdog = this.#deps.after(silenceTimeoutMs, () =>
      this.#hasReceived ? this.#startWatchdog() : this.#lose(),
    )
  }

  #drop() {
    this.#cancelWatchdog?.()
    const socket = this.#socket
    if (!socket) return
    this.#socket = undefined
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

const initialMs = 1000
const maxMs = 30_000
/** from here on the delay stays the same */
const lastAttempt = 16
const jitter = 0.2

/** Delay in milliseconds before retry `attempt` (from 0): 1 s, doubling up to 30 s, ±20% jitter. */
export function backoff(attempt: number, random: () => number): number {
  const base = Math.min(maxMs, initialMs * 2 ** Math.min(attempt, lastAttempt))
  return Math.round(base * (1 - jitter + 2 * jitter * random()))
}
