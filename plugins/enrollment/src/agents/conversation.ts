import type { Clock } from '@svc/plugin-sdk'
import {
  type ConversationDef,
  encode,
  encodeBinary,
  type Frame,
  FrameBuffers,
  fromAgent,
  idFields,
  type MessageDef,
  type Outbox,
  opening,
  Receiver,
  readFailure,
  SendWindow,
  StreamCredit,
  windowOf,
} from '@svc/protocol'
import { AgentFailed } from '../contract.ts'
import {
  agentBusy,
  agentDisconnected,
  agentTimeout,
  capabilityDenied,
  frameTooLarge,
  invalidResponse,
  streamStalled,
} from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** Peers close a connection that sends a larger frame. */
const maxFrameBytes = 1024 * 1024

/** The part of a connection that its conversations use. */
interface Peer {
  readonly conversations: OpenConversations
  readonly outbox: Outbox
  readonly streamWindow: number | null
  readonly binaryFrames: boolean
  hold(holder: object): void
  release(holder: object): void
}

export interface ConversationOptions {
  readonly connection: Peer
  readonly definition: ConversationDef
  readonly id: string
  readonly clock: Clock
  /** for the next message: the reply, progress, `ready`, an acknowledgement or the end */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((payload: never) => void) | undefined
  /** a binary frame of so many bytes was received or sent */
  onBulk(bytes: number): void
  /** the response says that the capability is off */
  readonly onDenied: (reason: string) => void
}

/** One request or stream on one connection, from the opening message to its end. */
export class Conversation {
  readonly definition: ConversationDef
  readonly id: string
  readonly inbox: Receiver<unknown>
  /** the payload of `ready`; resolves to undefined if the stream has none */
  readonly opened = Promise.withResolvers<unknown>()
  /** the payload of the reply or of the end */
  readonly ended = Promise.withResolvers<unknown>()
  readonly #options: ConversationOptions
  readonly #messages: ReadonlyMap<string, MessageDef>
  readonly #window: SendWindow
  readonly #buffers = new FrameBuffers()
  readonly #over = new AbortController()
  #isOpen = false
  #ack: PromiseWithResolvers<unknown> | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #cancelTimeout: (() => void) | undefined

  constructor(options: ConversationOptions) {
    const { definition, id, connection, signal } = options
    this.#options = options
    this.definition = definition
    this.id = id
    const window = windowOf(definition, connection.streamWindow)
    this.inbox = new Receiver({
      window: window ?? undefined,
      credit:
        connection.streamWindow === null
          ? undefined
          : (bytes) => connection.outbox.send(encode(StreamCredit, { id, bytes })),
      hold: () => connection.hold(this),
      release: () => connection.release(this),
      onStalled: () => this.cancel(streamStalled()),
      after: options.clock.after,
    })
    this.#messages = new Map(fromAgent(definition).map((message) => [message.type, message]))
    this.#window = new SendWindow(window)
    // Whoever waits sees the error; nobody has to.
    this.opened.promise.catch(() => {})
    this.ended.promise.catch(() => {})
    signal?.addEventListener('abort', this.#onAbort)
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  get #hasAcks(): boolean {
    return this.definition.kind === 'stream' && this.definition.ack !== undefined
  }

  /** Without windows, each message waits for the acknowledgement of the one before. */
  get #awaitsAcks(): boolean {
    return this.#hasAcks && this.#options.connection.streamWindow === null
  }

  begin(message: MessageDef, payload: object): void {
    const { definition } = this
    const frame = this.#encode(message, payload)
    if (definition.kind === 'stream' && !definition.ready) this.#open(undefined)
    else this.#startTimeout()
    void this.#options.connection.outbox.write(frame)
  }

  /** The definition of a message by its type, if the agent may send it in this conversation. */
  messageOf(type: string): MessageDef | undefined {
    return this.#messages.get(type)
  }

  /** A valid message of this conversation has arrived. */
  receive(message: MessageDef, payload: Fields, bytes: number): void {
    const { definition } = this
    const failure = readFailure(definition, message, payload)
    if (failure) {
      if (failure.code === 'denied') this.deny(failure.reason)
      else this.#settle(new AgentFailed(failure))
      return
    }
    if (definition.kind === 'request') {
      const isProgress = message === definition.progress && !(message === definition.reply && this.#isFinal(payload))
      if (isProgress) {
        this.#startTimeout()
        this.#options.onProgress?.(payload as never)
      } else this.#succeed(payload)
    } else if (message === definition.ready && !this.#isOpen) {
      this.#open(payload)
    } else if (message === definition.ack) {
      this.#stopTimeout()
      this.#ack?.resolve(payload)
      this.#ack = undefined
    } else if (!this.#isOpen) {
      const { error } = payload
      if (message !== definition.end) this.#settle(invalidResponse())
      else this.#settle(new AgentFailed({ reason: typeof error === 'string' ? error : message.type, code: 'failed' }))
    } else if (message === definition.chunk) {
      this.inbox.push(payload, bytes)
      if (message.bytesField !== undefined) this.#options.onBulk(bytes)
    } else {
      this.#succeed(payload)
    }
  }

  #isFinal(payload: Fields): boolean {
    return this.definition.kind === 'request' && (this.definition.isFinal?.(payload) ?? true)
  }

  /** A message of this conversation has arrived that its schema does not allow. */
  receiveInvalid(): void {
    this.cancel(invalidResponse())
  }

  credit(bytes: number): void {
    this.#window.credit(bytes)
  }

  /** Writes one message; waits for the previous one, for room, and for the acknowledgement of a peer without windows. */
  write(message: MessageDef, payload: object): Promise<unknown> {
    const frame = this.#encode(message, payload)
    if (message.bytesField !== undefined) this.#options.onBulk(frame.length)
    const written = this.#writing.then(async () => {
      // What acknowledges does not wait for anybody else, so it takes no longer than a response.
      if (this.#hasAcks) this.#startTimeout()
      await this.#window.take(Buffer.byteLength(frame))
      if (this.signal.aborted) throw this.signal.reason
      if (!this.#awaitsAcks) {
        this.#stopTimeout()
        const isSent = await this.#options.connection.outbox.write(frame, () => this.#buffers.give(frame))
        if (!isSent) throw agentDisconnected()
        return undefined
      }
      this.#ack = Promise.withResolvers()
      const { promise } = this.#ack
      await this.#options.connection.outbox.write(frame)
      return promise
    })
    this.#writing = written.catch(() => {})
    return written
  }

  /** Nothing more is written. Resolves with the end. */
  async finish(payload: object): Promise<unknown> {
    const { definition } = this
    await this.#writing
    if (definition.kind === 'stream' && definition.finish && !this.signal.aborted) {
      this.#startTimeout()
      void this.#options.connection.outbox.write(this.#encode(definition.finish, payload))
    }
    return this.ended.promise
  }

  deny(reason: string): void {
    const { capability } = this.definition
    this.#options.onDenied(reason)
    this.#settle(capabilityDenied(capability ?? '', reason))
  }

  /** Ends it from this side: tells the agent to stop, if the wire has a message for that. */
  cancel(reason: unknown): void {
    if (this.signal.aborted) return
    const { cancel } = this.definition
    if (cancel) this.#options.connection.outbox.send(this.#encode(cancel, {}))
    this.#settle(reason)
  }

  disconnect(): void {
    this.#settle(agentDisconnected())
  }

  #encode(message: MessageDef, payload: object): Frame {
    const fields = { ...payload, ...idFields(this.definition, this.id) }
    const frame = this.#options.connection.binaryFrames
      ? encodeBinary(message, fields, this.#buffers)
      : encode(message, fields)
    if (Buffer.byteLength(frame) > maxFrameBytes) throw frameTooLarge(maxFrameBytes)
    return frame
  }

  #open(ready: unknown): void {
    this.#isOpen = true
    this.#stopTimeout()
    this.opened.resolve(ready)
  }

  #startTimeout(): void {
    const { clock, timeoutMs } = this.#options
    this.#stopTimeout()
    this.#cancelTimeout = clock.after(timeoutMs, () => this.cancel(agentTimeout(Math.round(timeoutMs / 1000))))
  }

  #stopTimeout(): void {
    this.#cancelTimeout?.()
    this.#cancelTimeout = undefined
  }

  readonly #onAbort = () => this.cancel(this.#options.signal?.reason)

  #succeed(payload: unknown): void {
    if (this.signal.aborted) return
    this.ended.resolve(payload)
    this.inbox.end()
    this.#close(undefined)
  }

  #settle(error: unknown): void {
    if (this.signal.aborted) return
    this.ended.reject(error)
    this.inbox.fail(error)
    this.#close(error)
  }

  #close(error: unknown): void {
    this.#stopTimeout()
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
    this.#over.abort(error)
    this.opened.reject(error)
    this.#ack?.reject(error ?? agentDisconnected())
    this.#window.close()
    this.#options.connection.conversations.delete(this)
  }
}

/** The open conversations of one connection. */
export class OpenConversations {
  readonly #all = new Map<string, Conversation>()

  /** Messages without an id on the wire find their conversation by type. */
  static #keyOf = ({ definition, id }: Conversation): string => (id === '' ? `#${opening(definition).type}` : id)

  add(conversation: Conversation): void {
    const key = OpenConversations.#keyOf(conversation)
    if (this.#all.has(key)) throw agentBusy()
    this.#all.set(key, conversation)
  }

  delete(conversation: Conversation): void {
    this.#all.delete(OpenConversations.#keyOf(conversation))
  }

  get(id: string): Conversation | undefined {
    return this.#all.get(id)
  }

  all(): readonly Conversation[] {
    return [...this.#all.values()]
  }
}
