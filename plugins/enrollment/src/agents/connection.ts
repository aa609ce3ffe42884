import type { Socket } from '@svc/plugin-sdk'
import { encode, type Grant, type MessageDef, Outbox, type Payload } from '@svc/protocol'
import type { ServerRow } from '../servers-store.ts'
import { OpenConversations } from './conversation.ts'

/** Above this many queued bytes, `send` returns false. */
const maxQueuedBytes = 4 * 1024 * 1024

/** Close code for a connection replaced by a newer one with the same token: the agent restarted, or two hosts share it. */
const supersededCode = 4000
const policyViolation = 1008

/** One admitted connection of an agent. */
export class AgentConnection {
  readonly serverId: string
  readonly serverNumber: number
  serverName: string
  readonly remoteAddress: string
  /** address of the previous connection; equal to `remoteAddress` once the change was published */
  previousAddress: string | null
  /** whether no agent of this server has connected before */
  readonly isFirst: boolean
  /** milliseconds; initially the time of admission */
  lastReportAt: number
  /** effective capabilities as bits; null until this connection has reported them */
  capabilities: number | null = null
  temporary: readonly Grant[] = []
  /** as last reported on this connection */
  features: readonly string[] = []
  /** bytes of a stream that the agent accepts ahead of its credit; null if it gives none */
  streamWindow: number | null = null
  /** whether the agent takes binary frames */
  binaryFrames = false
  readonly conversations = new OpenConversations()
  readonly outbox: Outbox
  /** milliseconds; null while the queue is not full */
  queueFullSince: number | null = null
  /** frames that the socket still delivers after the connection has ended are ignored */
  open = true
  readonly #socket: Socket
  readonly #stopPings: () => void
  /** whoever cannot take more from the agent */
  readonly #holders = new Set<object>()

  constructor(row: ServerRow, socket: Socket, remoteAddress: string, now: number, stopPings: () => void) {
    this.serverId = row.id
    this.serverNumber = row.number
    this.serverName = row.name
    this.remoteAddress = remoteAddress
    this.previousAddress = row.last_remote_addr
    this.isFirst = row.last_seen_ms === null
    this.lastReportAt = now
    this.#socket = socket
    this.#stopPings = stopPings
    this.outbox = new Outbox({
      get bufferedAmount() {
        return socket.bufferedAmount
      },
      send: (frame, sent) => socket.send(frame, { binary: typeof frame !== 'string' }, sent),
    })
  }

  get isQueueFull(): boolean {
    return this.#socket.bufferedAmount > maxQueuedBytes
  }

  send<M extends MessageDef>(message: M, payload: Payload<M>): boolean {
    if (!this.open || this.isQueueFull) return false
    this.outbox.send(encode(message, payload))
    return true
  }

  /** Stops reading from the agent until everyone who asked for it has called `release`. */
  hold(holder: object): void {
    this.#holders.add(holder)
    this.#socket.pause()
  }

  release(holder: object): void {
    if (this.#holders.delete(holder) && this.#holders.size === 0) this.#socket.resume()
  }

  /** Stops handling frames immediately. `abrupt` skips the closing handshake, for peers that do not read. */
  end(how: 'close' | 'abrupt' | 'restart' | 'superseded' | 'flooding'): void {
    if (!this.open) return
    this.open = false
    this.#stopPings()
    this.outbox.close()
    for (const conversation of this.conversations.all()) conversation.disconnect()
    if (how === 'abrupt') this.#socket.terminate()
    else if (how === 'restart') this.#socket.close(1012)
    else if (how === 'superseded') this.#socket.close(supersededCode, 'superseded')
    else if (how === 'flooding') this.#socket.close(policyViolation, 'too many frames')
    else this.#socket.close()
  }
}
