import type {
  Capability,
  Content,
  ConversationDef,
  FailureCode,
  MessageDef,
  Payload,
  RequestDef,
  StreamDef,
} from '@svc/protocol'

/** A connection to the server. */
export interface Link {
  /** Sends a message. Does nothing after the connection has ended. */
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /**
   * Waits until the connection has room, then sends, so that a slow server slows the sender down. For large and for periodic
   * messages. Resolves to false if the connection has ended.
   */
  write<M extends MessageDef>(message: M, payload: Payload<M>): Promise<boolean>
  /** Resolves to true when the server acknowledges this `msg_id`, to false if the connection ends first. */
  acknowledged(msgId: string): Promise<boolean>
  /** aborts when the connection ends */
  readonly signal: AbortSignal
  /** the id of this host on the server, as the server says; undefined for a server that does not say it */
  readonly serverId?: string | undefined
}

/** Handles a single message. Made by `handle`. */
export interface MessageHandler {
  readonly message: MessageDef
  /** the required capability; `null` for none */
  readonly capability: Capability | null
  readonly run: (payload: never, link: Link) => void | Promise<void>
}

/** Handles a request or a stream. Made by `handle`. */
export interface ConversationHandler {
  readonly definition: ConversationDef
  /** the message that opens it */
  readonly message: MessageDef
  readonly capability: Capability | null
  readonly run: (payload: never, context: never) => void | Promise<void>
}

/** Handles a message, a request or a stream. Create it with `handle`. */
export type Handler = MessageHandler | ConversationHandler

/** An open request. */
export interface RequestContext<
  R extends MessageDef = MessageDef,
  P extends MessageDef = MessageDef,
  I extends string | null = string | null,
> {
  readonly id: string
  /** aborts when nobody waits for the reply: the server cancelled, the connection ended or the capability was withdrawn */
  readonly signal: AbortSignal
  /** Ends the request. Possible once; throw to reply with an error instead. */
  reply(payload: Content<R, I>): Promise<void>
  /** Sends a progress message. Resolves when the next one may be sent. */
  progress(payload: Content<P, I>): Promise<void>
}

/** A message that the server wrote to a stream. Tell several kinds apart with `isMessage`. */
export type Written<W> = W extends MessageDef ? { readonly message: W; readonly payload: Payload<W> } : never

/** Whether a message that was read from a stream is of this kind. */
export const isMessage = <M extends MessageDef>(
  written: { readonly message: MessageDef; readonly payload: unknown },
  message: M,
): written is Written<M> => written.message === message

/** The agent's side of a stream. Iterate it once to read what the server writes, until it finishes. */
export interface ServedStream<
  C extends MessageDef = MessageDef,
  R extends MessageDef = MessageDef,
  W extends MessageDef = MessageDef,
  A extends MessageDef = MessageDef,
  E extends MessageDef = MessageDef,
  I extends string = string,
  F extends MessageDef = MessageDef,
> extends AsyncIterable<Written<W>> {
  /** what the server said when it finished writing; undefined before */
  readonly finished: Payload<F> | undefined
  /** Announces that the stream is open. */
  ready(payload: Content<R, I>): Promise<void>
  /** Sends data, below 1 MiB. Await it: it resolves when server and connection have room for more. */
  send(payload: Content<C, I>): Promise<void>
  /** Acknowledges what was read last. Servers that take credit get that instead, by themselves. */
  ack(payload: Content<A, I>): Promise<void>
  /** Ends the stream, after everything sent before. Possible once; throw to end it with an error instead. */
  end(payload: Content<E, I>): Promise<void>
}

/** An open stream. */
export interface StreamContext<
  C extends MessageDef = MessageDef,
  R extends MessageDef = MessageDef,
  W extends MessageDef = MessageDef,
  A extends MessageDef = MessageDef,
  E extends MessageDef = MessageDef,
  I extends string = string,
  F extends MessageDef = MessageDef,
> {
  readonly id: string
  /** aborts when the stream ends early: the server cancelled, the connection ended or the capability was withdrawn */
  readonly signal: AbortSignal
  readonly stream: ServedStream<C, R, W, A, E, I, F>
}

/**
 * The reason why a request or stream failed. Any other error fails it as well, with the code `failed`. `denied` means that
 * a policy of the host refuses it; the server writes that to its audit log.
 *
 * @example
 * throw new RequestError('not_found', 'no such container')
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: FailureCode

  constructor(code: FailureCode, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.code = code
  }
}

/** Handles a server message. The payload is validated and the capability checked before `run` is called. */
export function handle<M extends MessageDef>(
  message: M,
  capability: Capability | null,
  run: (payload: Payload<M>, link: Link) => void | Promise<void>,
): MessageHandler
/**
 * Handles a request. The payload is validated and the capability of the definition checked before `run` is called; what
 * `run` throws becomes the error reply.
 *
 * @example
 * handle(ListContainers, async (_, { signal, reply }) => reply({ containers: await docker.list(signal) }))
 */
export function handle<Q extends MessageDef, R extends MessageDef, P extends MessageDef, I extends string | null>(
  request: RequestDef<Q, R, P, I>,
  run: (payload: Payload<Q>, context: RequestContext<R, P, I>) => void | Promise<void>,
): ConversationHandler
/**
 * Handles a stream, until `run` returns.
 *
 * @example
 * handle(Download, async ({ path }, { signal, stream }) => {
 *   const file = await open(path)
 *   await stream.ready({ size: file.size })
 *   for await (const { offset, data } of file.chunks(signal)) await stream.send({ offset, data })
 *   await stream.end({})
 * })
 */
export function handle<
  O extends MessageDef,
  C extends MessageDef,
  R extends MessageDef,
  W extends MessageDef,
  A extends MessageDef,
  E extends MessageDef,
  I extends string,
  F extends MessageDef,
>(
  stream: StreamDef<O, C, R, W, A, E, I, F>,
  run: (payload: Payload<O>, context: StreamContext<C, R, W, A, E, I, F>) => void | Promise<void>,
): ConversationHandler
export function handle(
  what: MessageDef | ConversationDef,
  ...rest: [capability: Capability | null, run: MessageHandler['run']] | [run: ConversationHandler['run']]
): Handler {
  if ('kind' in what) {
    const message = what.kind === 'request' ? what.request : what.open
    return { definition: what, message, capability: what.capability, run: rest[0] as ConversationHandler['run'] }
  }
  return { message: what, capability: rest[0] as Capability | null, run: rest[1] as MessageHandler['run'] }
}
