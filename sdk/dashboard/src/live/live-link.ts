import { backoff } from './backoff.ts'

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
  /** the session may have ended or changed: the server said so, or refused an attempt, which a browser cannot tell why */
  readonly onDoubt: () => void
  readonly after: (ms: number, run: () => void) => () => void
  readonly random: () => number
}

/** close code: the credential that opened the socket was revoked, has expired, or may do something else now */
const credentialEnded = 4001

/** milliseconds; the server sends something at least every 15 seconds */
const silence = 40_000

/** One socket that comes back by itself until `stop`. */
export class LiveLink {
  readonly #deps: Deps
  #socket: Socket | undefined
  #cancel: (() => void) | undefined
  #attempt = 0
  #running = false
  #heard = false
  #unwatch: (() => void) | undefined

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
    this.#cancel?.()
    this.#cancel = undefined
    this.#drop()
    this.#deps.onStatus('connecting')
  }

  /** Tries at once instead of waiting, for example when the machine woke up. */
  hurry(): void {
    if (!this.#running || !this.#cancel) return
    this.#cancel()
    this.#open()
  }

  #open() {
    this.#cancel = undefined
    let opened = false
    const socket = this.#deps.connect()
    this.#socket = socket
    socket.onopen = () => {
      opened = true
      this.#attempt = 0
      this.#deps.onStatus('open')
      this.#watch()
    }
    socket.onmessage = ({ data }) => {
      this.#heard = true
      this.#deps.onFrame(data)
    }
    socket.onclose = ({ code }) => {
      this.#lose()
      if (!opened || code === credentialEnded) this.#deps.onDoubt()
    }
  }

  #lose() {
    this.#drop()
    this.#deps.onStatus('lost')
    this.#cancel = this.#deps.after(backoff(this.#attempt++, this.#deps.random), () => this.#open())
  }

  /** A path that breaks without a word (a roaming laptop, a firewall, a dead server) leaves the socket open. */
  #watch() {
    this.#heard = false
    this.#unwatch = this.#deps.after(silence, () => (this.#heard ? this.#watch() : this.#lose()))
  }

  #drop() {
    this.#unwatch?.()
    const socket = this.#socket
    if (!socket) return
    this.#socket = undefined
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}
