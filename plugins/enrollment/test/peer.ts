import { once } from 'node:events'
import { type Frame, makeDecoder } from '@svc/protocol'
import { WebSocket } from 'ws'

type Message = { type: string } & Record<string, unknown>

/** A WebSocket client driven by a test: an agent or a browser. */
export class Peer {
  readonly socket: WebSocket
  readonly received: Message[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  /** the HTTP response if the upgrade is refused */
  readonly refused: Promise<{ status: number; text: string }>
  #waiting: (() => void)[] = []

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.socket = new WebSocket(url.replace('http', 'ws'), { headers })
    this.socket.on('message', (data, isBinary) => {
      this.received.push(isBinary ? this.#decode(data as Buffer) : JSON.parse(String(data)))
      for (const wake of this.#waiting.splice(0)) wake()
    })
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    this.refused = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_, response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
    })
    this.socket.on('error', () => {})
  }

  /** A binary frame, with the number of its bytes. */
  #decode(frame: Buffer): Message {
    const decoded = makeDecoder([])(frame)
    if (decoded.kind !== 'unknown') throw new Error('a malformed frame')
    return { type: decoded.type, ...decoded.payload, frame: frame.length }
  }

  async opened(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open')
    return this
  }

  /** Removes and returns the next message of this type, waiting for it if necessary. */
  async next(type: string): Promise<Message> {
    for (;;) {
      const index = this.received.findIndex((message) => message.type === type)
      const [found] = index < 0 ? [] : this.received.splice(index, 1)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Discards the messages received so far. */
  clear() {
    this.received.length = 0
  }

  send(message: object) {
    this.socket.send(JSON.stringify(message))
  }

  sendRaw(frame: Frame) {
    this.socket.send(frame)
  }
}
