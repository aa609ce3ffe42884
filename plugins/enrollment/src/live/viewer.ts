import type { Clock, Principal, Socket } from '@svc/plugin-sdk'
import { encode, type MessageDef, type Payload } from '@svc/protocol'
import type { Viewer } from '../contract.ts'

/** Queued bytes, not counting the last snapshot, above which sending to a browser is paused. */
const maxBacklogBytes = 1024 * 1024
/** From here on, a frame for one browser is worth compressing; one for all browsers would be compressed for each of them. */
const minCompressedBytes = 8 * 1024
/**
 * Above this a snapshot is not compressed: while those of many browsers are, a fleet of thousands reports so much that all of
 * them fall behind and need another one.
 */
const maxCompressedSnapshot = 1024 * 1024
/** How long a paused browser has to catch up before it is disconnected. */
const catchUpTimeoutMs = 60_000

/** One connected browser. Sending to a slow reader is paused; once it has caught up, it gets a fresh snapshot. */
export class LiveViewer implements Viewer {
  readonly principal: Principal
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #snapshot: () => string
  readonly #closed = new AbortController()
  #snapshotBytes = 0
  /** set while sending is paused */
  #cancelTimeout: (() => void) | undefined

  constructor(socket: Socket, principal: Principal, clock: Clock, snapshot: () => string) {
    this.principal = principal
    this.#socket = socket
    this.#clock = clock
    this.#snapshot = snapshot
  }

  get signal(): AbortSignal {
    return this.#closed.signal
  }

  send<M extends MessageDef>(message: M, payload: Payload<M>): void {
    const frame = Buffer.from(encode(message, payload))
    this.deliver(frame, frame.length >= minCompressedBytes)
  }

  /** Sends an encoded message. */
  deliver(frame: Buffer, compress = false): void {
    if (this.#cancelTimeout || this.signal.aborted) return
    if (this.#socket.bufferedAmount > maxBacklogBytes + this.#snapshotBytes) {
      this.#cancelTimeout = this.#clock.after(catchUpTimeoutMs, () => this.#socket.terminate())
      return
    }
    this.#socket.send(frame, { binary: false, compress }, this.#onSent)
  }

  /** Sends a full snapshot; later messages build on it. */
  resync(): void {
    if (this.#cancelTimeout) return
    const frame = Buffer.from(this.#snapshot())
    this.#snapshotBytes = frame.length
    const compress = frame.length <= maxCompressedSnapshot
    this.#socket.send(frame, { binary: false, compress }, this.#onSent)
  }

  readonly #onSent = () => {
    if (this.#socket.bufferedAmount > 0) return
    this.#snapshotBytes = 0
    if (!this.#cancelTimeout) return
    this.#cancelTimeout()
    this.#cancelTimeout = undefined
    if (!this.signal.aborted) this.resync()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Called when the socket has closed. */
  leave(): void {
    this.#cancelTimeout?.()
    this.#closed.abort()
  }
}
