import type { TProperties } from '@sinclair/typebox'
import type { Capability } from './capability.ts'
import { CapabilityDenied } from './link.ts'
import { defineMessage, type MessageDef, type Payload } from './message.ts'
import { str, u32 } from './types.ts'

/** Why the other side did not do what it was asked to. `denied`, `not_found` and so on become HTTP statuses. */
export type FailureCode = 'denied' | 'invalid' | 'not_found' | 'conflict' | 'unavailable' | 'failed'

const failureCodes: readonly string[] = ['denied', 'invalid', 'not_found', 'conflict', 'unavailable', 'failed']

/** A failure as it travels in an `error` field. `code` is our extension; other peers ignore it. */
export interface Failure {
  readonly reason: string
  readonly code: FailureCode
}

interface Conversation {
  /** the field that names the conversation in all of its messages; null if the wire has none, then one at a time */
  readonly id: string | null
  /** the capability it needs; null for none */
  readonly capability: Capability | null
  /** agent to server: it failed; `error` is the reason if the message has such a field */
  readonly error?: MessageDef
  /** server to agent: stop; nothing is sent in response */
  readonly cancel?: MessageDef
  /** the reason that peers send and expect when the capability is off; default: `agent_capability_disabled` */
  readonly denied?: string
  /** whoever asks writes the audit entry of a refusal, with the user; without it, the server's kit writes one */
  readonly callerAudits?: boolean
}

/** A request to an agent. Made by `defineRequest`. */
export interface RequestDef<
  Q extends MessageDef = MessageDef,
  R extends MessageDef = MessageDef,
  P extends MessageDef = MessageDef,
  I extends string | null = string | null,
> extends Conversation {
  readonly kind: 'request'
  readonly id: I
  /** server to agent */
  readonly request: Q
  /** agent to server: ends the request. A non-empty string in its `error` field, or `success: false`, is a failure */
  readonly reply: R
  /** agent to server: any number before the reply; may be the same message */
  readonly progress?: P
  /** distinguishes reply and progress if both are the same message */
  isFinal?(payload: Payload<R>): boolean
  /**
   * the reply that carries an error; the id is added. Agents send it instead of `error`, which is then only understood
   * from peers
   */
  errorReply?(reason: string, request: Payload<Q>): object
}

/** A stream between server and agent. Made by `defineStream`. */
export interface StreamDef<
  O extends MessageDef = MessageDef,
  C extends MessageDef = MessageDef,
  R extends MessageDef = MessageDef,
  W extends MessageDef = MessageDef,
  A extends MessageDef = MessageDef,
  E extends MessageDef = MessageDef,
  I extends string = string,
  F extends MessageDef = MessageDef,
> extends Conversation {
  readonly kind: 'stream'
  readonly id: I
  /** server to agent: opens the stream */
  readonly open: O
  /** agent to server: the stream is open; without it, it is open once `open` was sent */
  readonly ready?: R
  /** agent to server: data */
  readonly chunk?: C
  /** agent to server: the end. Before `ready` it is a failure */
  readonly end?: E
  /** server to agent: data */
  readonly write?: readonly W[]
  /** agent to server: a written message was taken. Only for peers without `stream_window`, which wait for it */
  readonly ack?: A
  /** server to agent: nothing more is written; `end` follows */
  readonly finish?: F
  /** bytes of frames that may be on the way or unread per direction; default 1 MiB. Smaller where delay matters */
  readonly window?: number
}

/** A request or a stream. */
export type ConversationDef = RequestDef | StreamDef

/** What a conversation carries besides its id, which is added for you. */
export type Content<M, I extends string | null> = Omit<Payload<M>, Exclude<I, null>>

/**
 * Defines a request: which message asks, which one answers, and the field of the wire that names the request.
 *
 * @example
 * export const ListContainers = defineRequest({
 *   capability: 'docker', id: 'msg_id', request: DockerListContainers, reply: DockerContainers, error: DockerUnavailable,
 * })
 */
export const defineRequest = <
  Q extends MessageDef,
  R extends MessageDef,
  P extends MessageDef,
  const I extends string | null,
>(
  definition: Omit<RequestDef<Q, R, P, I>, 'kind'>,
): RequestDef<Q, R, P, I> => ({ ...definition, kind: 'request' })

/**
 * Defines a stream. Chunks stay below 1 MiB; the kit makes a sender wait for a slow reader.
 *
 * @example
 * export const Download = defineStream({
 *   capability: 'file', id: 'transfer_id', open: FileDownloadStart, ready: FileDownloadReady, chunk: FileDownloadChunk,
 *   end: FileDownloadEnd, error: FileDownloadError, cancel: FileDownloadCancel,
 * })
 */
export const defineStream = <
  O extends MessageDef,
  C extends MessageDef,
  R extends MessageDef,
  W extends MessageDef,
  A extends MessageDef,
  E extends MessageDef,
  const I extends string,
  F extends MessageDef,
>(
  definition: Omit<StreamDef<O, C, R, W, A, E, I, F>, 'kind'>,
): StreamDef<O, C, R, W, A, E, I, F> => ({ ...definition, kind: 'stream' })

/** Bytes that a sender may have unread in a stream; null without credit. `size` is what the peer announced. */
export const windowOf = (definition: ConversationDef, size: number | null): number | null =>
  size === null || definition.kind !== 'stream' ? size : Math.min(size, definition.window ?? size)

/** The message that begins a conversation. */
export const opening = (definition: ConversationDef): MessageDef =>
  definition.kind === 'request' ? definition.request : definition.open

const distinct = (messages: readonly (MessageDef | undefined)[]): MessageDef[] => [
  ...new Set(messages.filter((message) => message !== undefined)),
]

/** The messages of a conversation that the agent sends. */
export const fromAgent = (definition: ConversationDef): MessageDef[] =>
  definition.kind === 'request'
    ? distinct([definition.reply, definition.progress, definition.error])
    : distinct([definition.ready, definition.chunk, definition.ack, definition.end, definition.error])

/** The messages of a conversation that the server sends after the opening one. */
export const fromServer = (definition: ConversationDef): MessageDef[] =>
  definition.kind === 'request'
    ? distinct([definition.cancel])
    : distinct([...(definition.write ?? []), definition.finish, definition.cancel])

/** The id of the conversation that a message belongs to. */
export function idOf(definition: ConversationDef, payload: Readonly<Record<string, unknown>>): string | undefined {
  if (definition.id === null) return ''
  const id = payload[definition.id]
  return typeof id === 'string' ? id : undefined
}

/** The fields that name a conversation. */
export const idFields = ({ id }: ConversationDef, value: string): Readonly<Record<string, string>> =>
  id === null ? {} : { [id]: value }

const deniedReason = 'agent_capability_disabled'

/** The failure when the capability of a conversation is off. */
export const denialOf = ({ denied = deniedReason }: ConversationDef): Failure => ({ reason: denied, code: 'denied' })

/** The failure that a message from the agent carries, if any. */
export function readFailure(
  definition: ConversationDef,
  message: MessageDef,
  payload: Readonly<Record<string, unknown>>,
): Failure | undefined {
  const isError = message === definition.error
  const isReply = definition.kind === 'request' && message === definition.reply
  const { error, code, success } = payload
  const hasReason = typeof error === 'string' && error !== ''
  if (!isError && !(isReply && (hasReason || success === false))) return undefined
  const reason = hasReason ? error : message.type
  if (typeof code === 'string' && failureCodes.includes(code)) return { reason, code: code as FailureCode }
  if (reason === denialOf(definition).reason) return { reason, code: 'denied' }
  return { reason, code: hasReason ? 'failed' : 'unavailable' }
}

const hasField = (message: MessageDef, name: string) =>
  Object.hasOwn((message.schema as { properties?: TProperties }).properties ?? {}, name)

/** The message that reports a failure to the server; undefined if the wire has none for this conversation. */
export function writeFailure(
  definition: ConversationDef,
  id: string,
  { reason, code }: Failure,
  request: unknown,
): { readonly message: MessageDef; readonly payload: object } | undefined {
  const name = idFields(definition, id)
  const { error, kind } = definition
  if (kind === 'request' && definition.errorReply) {
    const payload = { ...name, ...definition.errorReply(reason, request as never), code }
    return { message: definition.reply, payload }
  }
  if (error)
    return { message: error, payload: { ...name, ...(hasField(error, 'error') ? { error: reason, code } : {}) } }
  if (kind === 'stream' && definition.end && hasField(definition.end, 'error')) {
    return { message: definition.end, payload: { ...name, error: reason, code } }
  }
  const { capability } = definition
  if (code !== 'denied' || capability === null) return undefined
  const isSession = definition.id === 'session_id'
  const ids = { msg_id: isSession || id === '' ? null : id, session_id: isSession ? id : null }
  return { message: CapabilityDenied, payload: { ...ids, capability, reason: deniedReason } }
}

/**
 * Both directions: the number of bytes of a stream that the receiver has consumed; the sender may send as many more. Only
 * sent to peers that announced `stream_window`; others rely on the flow control of TCP.
 */
export const StreamCredit = defineMessage('stream_credit', { id: str(), bytes: u32() })
