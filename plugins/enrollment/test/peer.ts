import { once } from 'node:events'
import { WebSocket } from 'ws'

type Message = { type: string } & Record<string, unknown>

/** The other end of a socket: an agent or a browser as a test drives it. */
export class Peer {
  readonly socket: WebSocket
  readonly received: Message[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  /** the answer instead of an upgrade */
  readonly refused: Promise<{ status: number; text: string }>
  #waiting: (() => void)[] = []

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.socket = new WebSocket(url.replace('http', 'ws'), { headers })
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)))
      for (const wake of this.#waiting.splice(0)) wake()
    })
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    this.refused = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_, answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
    })
    this.socket.on('error', () => {})
  }

  async opened(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open')
    return this
  }

  /** Takes the next message of this type off the list, waiting for it. */
  async next(type: string): Promise<Message> {
    for (;;) {
      const at = this.received.findIndex((message) => message.type === type)
      const [found] = at < 0 ? [] : this.received.splice(at, 1)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Drops what has arrived so far. */
  clear() {
    this.received.length = 0
  }

  say(message: object) {
    this.socket.send(JSON.stringify(message))
  }

  raw(text: string | Buffer) {
    this.socket.send(text)
  }
}
