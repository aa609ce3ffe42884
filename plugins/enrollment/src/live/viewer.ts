import type { Clock, Principal } from '@svc/plugin-sdk'
import { encode, type MessageDef, type Payload } from '@svc/protocol'
import type { Viewer } from '../contract.ts'
import { asText, type Socket } from '../socket.ts'

/** Bytes beyond its last snapshot that may wait for a browser before it is left out. */
const backlogLimit = 1024 * 1024
/** milliseconds that a left-out browser has to read what it was sent */
const patience = 60_000

/** One connected browser. Too slow a reader gets nothing more, and once it has caught up a fresh snapshot. */
export class LiveViewer implements Viewer {
  readonly principal: Principal
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #snapshot: () => string
  readonly #left = new AbortController()
  #snapshotBytes = 0
  #giveUp: (() => void) | undefined

  constructor(socket: Socket, principal: Principal, clock: Clock, snapshot: () => string) {
    this.principal = principal
    this.#socket = socket
    this.#clock = clock
    this.#snapshot = snapshot
  }

  get signal(): AbortSignal {
    return this.#left.signal
  }

  send<M extends MessageDef>(message: M, payload: Payload<M>): void {
    this.deliver(Buffer.from(encode(message, payload)))
  }

  /** Sends an encoded message, shared with the other browsers. */
  deliver(frame: Buffer): void {
    if (this.#giveUp || this.signal.aborted) return
    if (this.#socket.bufferedAmount > backlogLimit + this.#snapshotBytes) {
      this.#giveUp = this.#clock.after(patience, () => this.#socket.terminate())
      return
    }
    this.#socket.send(frame, asText, this.#sent)
  }

  /** The state of everything; what follows builds on it. */
  resync(): void {
    if (this.#giveUp) return
    const frame = Buffer.from(this.#snapshot())
    this.#snapshotBytes = frame.length
    this.#socket.send(frame, asText, this.#sent)
  }

  readonly #sent = () => {
    if (this.#socket.bufferedAmount > 0) return
    this.#snapshotBytes = 0
    if (!this.#giveUp) return
    this.#giveUp()
    this.#giveUp = undefined
    if (!this.signal.aborted) this.resync()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** The socket has closed. */
  leave(): void {
    this.#giveUp?.()
    this.#left.abort()
  }
}
