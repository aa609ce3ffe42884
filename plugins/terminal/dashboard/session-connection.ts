import type { Payload } from '@svc/protocol'
import type * as wire from '../src/wire.ts'

/** The server ends a session that nobody resumed by then. */
const resumeTimeoutMs = 60_000
const firstDelayMs = 500
const maxDelayMs = 5000
/** Shown bytes that are acknowledged together; far below what the server sends ahead. */
const acknowledgedBytes = 32 * 1024

export interface Size {
  readonly rows: number
  readonly cols: number
}

export type SessionStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** the connection is lost; the session is being resumed */
  | { readonly kind: 'lost' }
  /** without an error the connection could not be opened */
  | { readonly kind: 'ended'; readonly error: string | undefined }

/** Whether the session is recorded; `stopped`: its rest is not. */
export type RecordingState = 'off' | 'on' | 'stopped'

/** The part of a browser's WebSocket that a session uses. */
export interface SessionSocket {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(code?: number): void
}

interface Deps {
  /** `query` without the question mark */
  connect(query: string): SessionSocket
  now(): number
  after(ms: number, run: () => void): () => void
  size(): Size
  /** Calls `shown` when the bytes are on the screen. */
  onOutput(data: Uint8Array, skipped: number, shown: () => void): void
  onStatus(status: SessionStatus): void
  onRecording(state: RecordingState): void
}

type Message =
  | ({ readonly type: 'session' } & Payload<typeof wire.Session>)
  | { readonly type: 'recording_stopped' }
  | { readonly type: 'started' }
  | ({ readonly type: 'output' } & Payload<typeof wire.Output>)
  | ({ readonly type: 'error' } & Payload<typeof wire.ErrorUpdate>)

const open = 1

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In pieces, because a long paste has more bytes than a call may have arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  }
  return btoa(text)
}

/** A shell on a host. It outlives its connection: after a loss it is resumed where the page was. */
export class SessionConnection {
  readonly #deps: Deps
  #socket: SessionSocket | undefined
  #session: { readonly id: string; readonly secret: string } | undefined
  /** bytes of output so far */
  #offset = 0
  #unacknowledged = 0
  #lostAt: number | undefined
  #delayMs = firstDelayMs
  #cancelRetry: (() => void) | undefined
  #isOver = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    const { rows, cols } = this.#deps.size()
    this.#deps.onStatus({ kind: 'connecting' })
    this.#listen(this.#deps.connect(`resumable=true&rows=${rows}&cols=${cols}`))
  }

  /** Bytes of the keyboard. What is typed while the connection is lost is dropped: nobody sees what it would do. */
  input(bytes: Uint8Array): void {
    this.#send({ type: 'input', data: toBase64(bytes) })
  }

  resize({ rows, cols }: Size): void {
    this.#send({ type: 'resize', rows, cols })
  }

  /** Ends the session; nothing is reported any more. */
  close(): void {
    this.#isOver = true
    this.#cancelRetry?.()
    this.#send({ type: 'close' })
    this.#socket?.close(1000)
  }

  #send(message: object): void {
    if (this.#socket?.readyState === open) this.#socket.send(JSON.stringify(message))
  }

  #listen(socket: SessionSocket, onOpen: (() => void) | null = null): void {
    this.#socket = socket
    this.#unacknowledged = 0
    socket.onopen = onOpen
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && !this.#isOver) this.#receive(JSON.parse(String(data)) as Message)
    }
    socket.onclose = () => {
      if (this.#socket === socket && !this.#isOver) this.#retry()
    }
  }

  #receive(message: Message): void {
    if (message.type === 'session') {
      const { session_id: id, secret, recorded } = message
      if (secret !== undefined) this.#session = { id, secret }
      this.#deps.onRecording(recorded === undefined ? 'off' : recorded ? 'on' : 'stopped')
    } else if (message.type === 'recording_stopped') {
      this.#deps.onRecording('stopped')
    } else if (message.type === 'started') {
      this.#lostAt = undefined
      this.#delayMs = firstDelayMs
      this.#deps.onStatus({ kind: 'open' })
    } else if (message.type === 'output') {
      const { skipped = 0 } = message
      const data = fromBase64(message.data)
      this.#offset += skipped + data.length
      this.#deps.onOutput(data, skipped, () => this.#acknowledge(data.length))
    } else if (message.type === 'error') {
      this.#end(message.error)
    }
  }

  #acknowledge(bytes: number): void {
    this.#unacknowledged += bytes
    if (this.#unacknowledged < acknowledgedBytes) return
    this.#send({ type: 'output_shown', bytes: this.#unacknowledged })
    this.#unacknowledged = 0
  }

  #retry(): void {
    const { now, after, onStatus } = this.#deps
    this.#socket = undefined
    this.#lostAt ??= now()
    if (!this.#session || now() - this.#lostAt > resumeTimeoutMs) {
      this.#end(undefined)
      return
    }
    onStatus({ kind: 'lost' })
    this.#cancelRetry = after(this.#delayMs, () => this.#resume())
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs)
  }

  #resume(): void {
    if (!this.#session) return
    const { id, secret } = this.#session
    const { connect, size } = this.#deps
    this.#listen(connect(`resumable=true&resume=${id}`), () =>
      this.#send({ type: 'resume', secret, offset: this.#offset, ...size() }),
    )
  }

  #end(error: string | undefined): void {
    this.#isOver = true
    this.#cancelRetry?.()
    this.#socket?.close()
    this.#deps.onStatus({ kind: 'ended', error })
  }
}
