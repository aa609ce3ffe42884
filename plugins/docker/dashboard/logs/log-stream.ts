import type { LogEntry } from '../../src/wire.ts'

/** `ended`: the log is over, because the container has stopped or the agent cannot read it. */
export type LogStatus = 'connecting' | 'live' | 'ended' | 'lost'

/** The part of a browser's WebSocket that the stream uses. */
export interface LogSocket {
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  send(text: string): void
  close(): void
}

interface Deps {
  connect(): LogSocket
  after(ms: number, run: () => void): () => void
  onEntries(entries: readonly LogEntry[], dropped: number): void
  /** `error`: why the log has ended, in the words of the daemon */
  onStatus(status: LogStatus, error?: string): void
}

export interface LogRequest {
  readonly containerId: string
  /** lines to begin with */
  readonly tail: number
  /** RFC 3339 or epoch seconds; only what is newer */
  readonly since: string | undefined
}

const firstDelayMs = 1000
const maxDelayMs = 30_000
/** close code: not permitted any more, or another tab took the place of this one */
const refused = 1008

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isEntry = (value: unknown): value is LogEntry =>
  isRecord(value) && typeof value.stream === 'string' && typeof value.message === 'string'

function parse(data: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const frame: unknown = JSON.parse(String(data))
    return isRecord(frame) ? frame : undefined
  } catch {
    return undefined
  }
}

/** The log of one container over a socket that reconnects until `stop`, and then continues after the newest entry. */
export class LogStream {
  readonly #deps: Deps
  readonly #request: LogRequest
  readonly #lastTimestamp: () => string | undefined
  #socket: LogSocket | undefined
  #cancelRetry: (() => void) | undefined
  #failures = 0

  constructor(deps: Deps, request: LogRequest, lastTimestamp: () => string | undefined) {
    this.#deps = deps
    this.#request = request
    this.#lastTimestamp = lastTimestamp
  }

  start(): void {
    this.#deps.onStatus('connecting')
    this.#open()
  }

  stop(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    socket.onclose = null
    socket.onmessage = null
    socket.close()
  }

  #open() {
    const socket = this.#deps.connect()
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(socket, parse(data))
    socket.onclose = ({ code }) => this.#closed(code)
  }

  #closed(code: number) {
    this.#socket = undefined
    this.#deps.onStatus('lost')
    const delay = code === refused ? maxDelayMs : Math.min(maxDelayMs, firstDelayMs * 2 ** this.#failures)
    this.#failures += 1
    this.#cancelRetry = this.#deps.after(delay, () => this.#open())
  }

  #receive(socket: LogSocket, frame: Readonly<Record<string, unknown>> | undefined) {
    switch (frame?.type) {
      case 'session': {
        const { containerId, tail, since } = this.#request
        const last = this.#lastTimestamp()
        const from = last ?? since
        const payload = { container_id: containerId, tail, follow: true, ...(from !== undefined && { since: from }) }
        socket.send(JSON.stringify({ type: 'subscribe', ...payload }))
        this.#failures = 0
        this.#deps.onStatus('live')
        return
      }
      case 'logs': {
        const entries = Array.isArray(frame.entries) ? frame.entries.filter(isEntry) : []
        this.#deps.onEntries(entries, typeof frame.dropped === 'number' ? frame.dropped : 0)
        return
      }
      case 'end':
        this.stop()
        this.#deps.onStatus('ended', typeof frame.error === 'string' ? frame.error : undefined)
    }
  }
}
