import type { ConversationHandler, Link, RequestContext, StreamContext, Written } from '@svc/agent-sdk'
import { RequestError } from '@svc/agent-sdk'
import {
  denialOf,
  encode,
  encodeBinary,
  type Failure,
  FrameBuffers,
  fromServer,
  idFields,
  idOf,
  type MessageDef,
  type Outbox,
  Receiver,
  SendWindow,
  StreamCredit,
  windowOf,
  writeFailure,
} from '@svc/protocol'
import { reasonOf } from './fatal-error.ts'

/** The server closes a connection that sends a larger frame. */
const maxFrameBytes = 1024 * 1024
/** Bytes that a handler may send without awaiting it. */
const maxPendingBytes = 4 * 1024 * 1024
const maxReasonLength = 4096

/** The part of a connection that its conversations use. */
export interface Peer {
  readonly link: Link
  readonly outbox: Outbox
  /** bytes of a stream that the server accepts ahead of its credit; null if it gives none */
  readonly streamWindow: number | null
  /** whether the server takes binary frames */
  readonly binaryFrames: boolean
  /** Stops reading from the server until everyone who asked for it has called `release`. */
  hold(holder: object): void
  release(holder: object): void
}

type Fields = Readonly<Record<string, unknown>>

function failureOf(error: unknown): Failure {
  const [reason, code] =
    error instanceof RequestError ? [error.message, error.code] : [reasonOf(error), 'failed' as const]
  return { reason: reason.slice(0, maxReasonLength), code }
}

const abortError = (reason: string) => new DOMException(reason, 'AbortError')

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Sends the failure of a conversation, if the wire has a message for it. */
export function sendFailure({ definition }: ConversationHandler, payload: Fields, failure: Failure, { outbox }: Peer) {
  const frame = writeFailure(definition, idOf(definition, payload) ?? '', failure, payload)
  if (frame) outbox.send(encode(frame.message, frame.payload as never))
}

/** One request or stream of the server, from the opening message until its handler has settled. */
export class Conversation {
  readonly handler: ConversationHandler
  readonly id: string
  readonly peer: Peer
  readonly #payload: Fields
  readonly #onBulk: (bytes: number) => void
  readonly #fromServer: readonly MessageDef[]
  readonly #over = new AbortController()
  readonly #inbox: Receiver<Written<MessageDef>>
  readonly #window: SendWindow
  readonly #buffers = new FrameBuffers()
  #isAnswered = false
  #pendingBytes = 0
  #finished: Fields | undefined
  #writing: Promise<unknown> = Promise.resolve()

  /** `onBulk` is called with the bytes of each frame with raw bytes that is received */
  constructor(handler: ConversationHandler, id: string, payload: Fields, peer: Peer, onBulk: (bytes: number) => void) {
    const { definition } = handler
    this.handler = handler
    this.id = id
    this.peer = peer
    this.#payload = payload
    this.#onBulk = onBulk
    this.#fromServer = fromServer(definition)
    const window = windowOf(definition, peer.streamWindow)
    this.#window = new SendWindow(window)
    this.#inbox = new Receiver({
      window: window ?? undefined,
      credit: this.#givesCredit ? (bytes) => peer.outbox.send(encode(StreamCredit, { id, bytes })) : undefined,
      hold: () => peer.hold(this),
      release: () => peer.release(this),
      onStalled: () => this.#failNow({ reason: 'the stream was not read for too long', code: 'failed' }),
      after,
    })
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  get #givesCredit(): boolean {
    return this.peer.streamWindow !== null
  }

  /** Whether the server may send this message in this conversation. */
  accepts(message: MessageDef, payload: Fields): boolean {
    const { definition } = this.handler
    return !this.signal.aborted && this.#fromServer.includes(message) && idOf(definition, payload) === this.id
  }

  /** A valid message of this conversation has arrived. */
  receive(message: MessageDef, payload: Fields, bytes: number): void {
    const { definition } = this.handler
    if (message === definition.cancel) this.#abort(abortError('the server cancelled it'))
    else if (definition.kind === 'stream' && message === definition.finish) {
      this.#finished = payload
      this.#inbox.end()
    } else {
      this.#inbox.push({ message, payload }, bytes)
      if (message.bytesField !== undefined) this.#onBulk(bytes)
    }
  }

  /** A message of this conversation has arrived that its schema does not allow; without it the rest is of no use. */
  receiveInvalid(type: string): void {
    this.#failNow({ reason: `the server sent an invalid ${type}`, code: 'invalid' })
  }

  credit(bytes: number): void {
    this.#window.credit(bytes)
  }

  /** The capability was withdrawn. */
  deny(): void {
    this.#failNow(denialOf(this.handler.definition))
  }

  /** Runs the handler, and resolves with its error when everything it sent has left. */
  async run(): Promise<unknown> {
    const { definition, run } = this.handler
    const { signal } = this.peer.link
    const onDisconnect = () => this.#abort(abortError('the connection ended'))
    signal.addEventListener('abort', onDisconnect)
    const context: RequestContext & StreamContext = {
      id: this.id,
      signal: this.signal,
      reply: (payload) => this.#answer(definition.kind === 'request' ? definition.reply : undefined, payload),
      progress: (payload) => this.#send(definition.kind === 'request' ? definition.progress : undefined, payload),
      stream: this.#stream(),
    }
    let failed: unknown
    try {
      await run(this.#payload as never, context as never)
      const mustAnswer = definition.kind === 'request' || definition.end !== undefined
      if (mustAnswer && !this.#isAnswered) throw new Error('the handler returned without a response')
    } catch (error) {
      // Handlers reject when they are aborted; nobody waits for that.
      if (!this.signal.aborted) failed = error
      if (!this.#isAnswered && !this.signal.aborted) {
        this.#isAnswered = true
        const failure = failureOf(error)
        this.#writing = this.#writing.then(() => {
          if (!this.signal.aborted) sendFailure(this.handler, this.#payload, failure, this.peer)
        })
      }
    }
    await this.#writing
    signal.removeEventListener('abort', onDisconnect)
    this.#inbox.fail(abortError('the conversation has ended'))
    this.#window.close()
    return failed
  }

  #stream(): StreamContext['stream'] {
    const { definition } = this.handler
    const { ready, chunk, ack, end } = definition.kind === 'stream' ? definition : {}
    const finished = () => this.#finished as never
    return {
      get finished() {
        return finished()
      },
      ready: (payload) => this.#send(ready, payload),
      send: (payload) => this.#send(chunk, payload),
      // Credit says as much, and more of it fits between two chunks.
      ack: async (payload) => (this.#givesCredit ? undefined : this.#send(ack, payload)),
      end: (payload) => this.#answer(end, payload),
      [Symbol.asyncIterator]: () => this.#inbox[Symbol.asyncIterator](),
    }
  }

  #answer(message: MessageDef | undefined, payload: object): Promise<void> {
    const sent = this.#send(message, payload)
    this.#isAnswered = true
    return sent
  }

  /** Sends one message after the previous one, when stream and connection have room. */
  #send(message: MessageDef | undefined, payload: object): Promise<void> {
    if (!message) throw new Error('the definition has no such message')
    if (this.#isAnswered) throw new Error(`${message.type} after the response`)
    const { definition } = this.handler
    const fields = { ...payload, ...idFields(definition, this.id) } as never
    const frame = this.peer.binaryFrames ? encodeBinary(message, fields, this.#buffers) : encode(message, fields)
    const bytes = Buffer.byteLength(frame)
    if (bytes > maxFrameBytes) throw new Error(`${message.type} is larger than ${maxFrameBytes} bytes`)
    if (this.#pendingBytes > maxPendingBytes) throw new Error('await each message before sending the next one')
    this.#pendingBytes += bytes
    const sent = this.#writing.then(async () => {
      if (definition.kind === 'stream' && message === definition.chunk) await this.#window.take(bytes)
      this.signal.throwIfAborted()
      const isSent = await this.peer.outbox.write(frame, () => this.#buffers.give(frame))
      if (!isSent) throw abortError('the connection ended')
      this.#pendingBytes -= bytes
    })
    this.#writing = sent.catch(() => {})
    return sent
  }

  /** Ends it from this side while the handler still runs. */
  #failNow(failure: Failure): void {
    if (this.signal.aborted) return
    if (!this.#isAnswered) sendFailure(this.handler, this.#payload, failure, this.peer)
    this.#abort(abortError(failure.reason))
  }

  #abort(reason: DOMException): void {
    this.#over.abort(reason)
    this.#inbox.fail(reason)
    this.#window.close()
  }
}
