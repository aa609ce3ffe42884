import type { Clock, Principal, Socket } from '@svc/plugin-sdk'
import { encode, type MessageDef, type Payload } from '@svc/protocol'
import { Output } from '../wire.ts'
import type { OutputBuffer } from './output-buffer.ts'

/** Unsent bytes above which a page is too slow. */
const maxBacklogBytes = 256 * 1024
/** Bytes that a page may have received without showing them; what it has yet to show delays the effect of Ctrl-C. */
const maxUnshownBytes = 256 * 1024
const maxFrameBytes = 32 * 1024
const pingIntervalMs = 30_000

/** Who opened a socket. */
export interface Visitor {
  readonly principal: Pick<Principal, 'userId' | 'username' | 'credentialId' | 'deadline'>
  readonly ip: string
}

/** Sends a message; other clients than browsers expect text frames. */
export const sendTo = <M extends MessageDef>(socket: Socket, message: M, payload: Payload<M>, sent = () => {}) =>
  socket.send(encode(message, payload), { binary: false }, sent)

/** Finds dead connections. Returns what stops it. */
export function keepAlive(clock: Clock, socket: Socket): () => void {
  let isAlive = true
  const onActivity = () => {
    isAlive = true
  }
  socket.on('pong', onActivity)
  socket.on('message', onActivity)
  return clock.every(pingIntervalMs, () => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  })
}

/** A page that shows a session. */
export class Viewer {
  readonly socket: Socket
  readonly visitor: Visitor
  readonly #output: OutputBuffer
  readonly #onProgress: () => void
  /** whether the page acknowledges what it has shown */
  readonly #acknowledges: boolean
  #sent: number
  #unshown = 0

  constructor(options: {
    readonly socket: Socket
    readonly visitor: Visitor
    readonly output: OutputBuffer
    readonly offset: number
    readonly acknowledges: boolean
    /** some output was sent */
    onProgress(): void
  }) {
    this.socket = options.socket
    this.visitor = options.visitor
    this.#output = options.output
    this.#sent = options.offset
    this.#acknowledges = options.acknowledges
    this.#onProgress = options.onProgress
  }

  /** bytes of output that were not sent yet */
  get behind(): number {
    return this.#output.end - this.#sent
  }

  shown(bytes: number): void {
    this.#unshown = Math.max(0, this.#unshown - bytes)
    this.pump()
  }

  /** Sends as much as the page can take. */
  readonly pump = () => {
    let isProgress = false
    while (this.behind > 0 && this.#hasRoom) {
      const { offset, data } = this.#output.read(this.#sent, maxFrameBytes)
      const skipped = offset - this.#sent
      this.#sent = offset + data.length
      this.#unshown += data.length
      isProgress = true
      const content = { data: data.toString('base64'), ...(skipped > 0 && { skipped }) }
      sendTo(this.socket, Output, content, this.pump)
    }
    if (isProgress) this.#onProgress()
  }

  get #hasRoom(): boolean {
    if (this.socket.bufferedAmount > maxBacklogBytes) return false
    return !this.#acknowledges || this.#unshown < maxUnshownBytes
  }
}
