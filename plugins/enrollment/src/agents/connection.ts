import { encode, type Grant, type MessageDef, type Payload } from '@svc/protocol'
import type { ServerRow } from '../servers-store.ts'
import { asText, type Socket } from '../socket.ts'

/** Bytes that may wait for an agent: above it `send` refuses. */
const queueLimit = 4 * 1024 * 1024

/** Tells an agent that a newer connection with its token took its place: restarted, or a second host has the token. */
const superseded = 4000

/** One admitted connection of an agent. It is current until a newer one, a fence or the network ends it. */
export class AgentConnection {
  readonly serverId: string
  readonly serverNumber: number
  serverName: string
  readonly remoteAddress: string
  /** address of the connection before this one; equal to `remoteAddress` once the change was announced */
  previousAddress: string | null
  /** no agent of this server was ever admitted before */
  readonly isFirst: boolean
  /** milliseconds; admission, then each report */
  lastReportAt: number
  /** effective capabilities as this connection reported them; null until it did */
  mask: number | null = null
  temporary: readonly Grant[] = []
  /** milliseconds since which the queue has been full; null while it is not */
  fullSince: number | null = null
  /** frames of a connection that has ended are not handled any more, although the socket may still deliver some */
  open = true
  readonly #socket: Socket
  readonly #stopPings: () => void

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
  }

  get full(): boolean {
    return this.#socket.bufferedAmount > queueLimit
  }

  send<M extends MessageDef>(message: M, payload: Payload<M>): boolean {
    if (!this.open || this.full) return false
    this.#socket.send(encode(message, payload), asText)
    return true
  }

  /** Stops handling frames now; `abrupt` skips the closing handshake, for peers that do not read. */
  end(how: 'close' | 'abrupt' | 'restart' | 'superseded'): void {
    if (!this.open) return
    this.open = false
    this.#stopPings()
    if (how === 'abrupt') this.#socket.terminate()
    else if (how === 'restart') this.#socket.close(1012)
    else if (how === 'superseded') this.#socket.close(superseded, 'superseded')
    else this.#socket.close()
  }
}
