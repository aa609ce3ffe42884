import {
  type ConversationHandler,
  type Handler,
  type Link,
  type Logger,
  type MessageHandler,
  RequestError,
} from '@svc/agent-sdk'
import {
  type Capability,
  type Decoded,
  type Frame,
  denialOf as failureOfDenial,
  fromServer,
  idOf,
  type MessageDef,
  makeDecoder,
  type Payload,
  StreamCredit,
} from '@svc/protocol'
import { makeBulkGarbage } from './bulk-garbage.ts'
import { Conversation, type Peer, sendFailure } from './conversation.ts'
import type { DenialOf } from './denial.ts'
import { reasonOf } from './fatal-error.ts'
import type { Relay } from './relay.ts'

type Fields = Readonly<Record<string, unknown>>

/** Inbound frames since the agent started, by outcome. */
export interface DispatchCounts {
  handled: number
  malformed: number
  unknown: number
  invalid: number
  denied: number
  failed: number
}

/** Conversations that may be open on one connection. */
const maxOpen = { request: 64, stream: 32 } as const

export interface DispatchOptions {
  /** messages handled by the session; they are only validated here */
  readonly sessionMessages: readonly MessageDef[]
  /** the effective capabilities */
  readonly effective: ReadonlySet<Capability>
  readonly denialOf: DenialOf
  readonly log: Logger
}

export interface Dispatch {
  readonly counts: Readonly<DispatchCounts>
  /**
   * Replaces all handlers. Ends what runs for a handler that is gone or whose capability was withdrawn. The frames of `relays`
   * are validated and checked where they are handled.
   */
  setHandlers(handlers: readonly Handler[], relays?: readonly Relay[]): void
  /** Validates a frame, checks its capability and runs its handler. */
  receive(frame: Frame, peer: Peer): Decoded
}

/** The single entry point for messages from the server: no handler runs without validation and a capability check. */
export function makeDispatch({ sessionMessages, effective, denialOf, log }: DispatchOptions): Dispatch {
  let decode = makeDecoder(sessionMessages)
  let byMessage: ReadonlyMap<MessageDef, Handler> = new Map()
  let inConversations: readonly MessageDef[] = []
  let allRelays: readonly Relay[] = []
  let relaysByType: ReadonlyMap<string, readonly Relay[]> = new Map()
  const counts: DispatchCounts = { handled: 0, malformed: 0, unknown: 0, invalid: 0, denied: 0, failed: 0 }
  const warned = new Set<string>()
  const garbage = makeBulkGarbage()

  /** Logs a warning once per key, so that a misbehaving server cannot fill the disk. */
  function warnOnce(key: string, fields: object, message: string) {
    if (warned.size >= 100 || warned.has(key)) return
    warned.add(key)
    log.warn(fields, message)
  }

  /** Requests and streams whose handler has not settled yet. */
  const open = new Set<Conversation>()

  function deny(type: string, payload: Fields, { outbox }: Peer): boolean {
    const denial = denialOf(type, payload)
    if (denial !== undefined) outbox.send(denial)
    return denial !== undefined
  }

  function onError(type: string, error: unknown): void {
    counts.failed += 1
    log.error({ type, reason: reasonOf(error) }, 'message handler failed')
  }

  async function run({ message, run }: MessageHandler, payload: unknown, link: Link): Promise<void> {
    try {
      await run(payload as never, link)
      counts.handled += 1
    } catch (error) {
      onError(message.type, error)
    }
  }

  async function converse(handler: ConversationHandler, payload: Fields, peer: Peer): Promise<void> {
    const { definition, message } = handler
    const id = idOf(definition, payload) ?? ''
    const others = [...open].filter((other) => other.peer === peer)
    const hasSameId = (other: Conversation) => other.id === id && (id !== '' || other.handler === handler)
    if (others.some(hasSameId)) {
      warnOnce(`id of ${message.type}`, { type: message.type }, 'dropped a request whose id is in use')
      if (id === '')
        sendFailure(handler, payload, { reason: 'still busy with the previous one', code: 'conflict' }, peer)
      return
    }
    const max = maxOpen[definition.kind]
    if (others.filter((other) => other.handler.definition.kind === definition.kind).length >= max) {
      warnOnce(`open ${definition.kind}`, { max }, `refused a ${definition.kind}: too many are open`)
      sendFailure(handler, payload, { reason: `at most ${max} at a time`, code: 'unavailable' }, peer)
      return
    }
    const conversation = new Conversation(handler, id, payload, peer, garbage.add)
    open.add(conversation)
    const error = await conversation.run()
    open.delete(conversation)
    if (error === undefined || error instanceof RequestError) counts.handled += 1
    // The server gets the reason, which is about what was asked for.
    if (error instanceof RequestError)
      log.info({ type: message.type, code: error.code, reason: error.message }, 'refused')
    else if (error !== undefined) onError(message.type, error)
  }

  function handleMessage(handler: Handler, payload: Fields, peer: Peer): void {
    const { capability, message } = handler
    const isConversation = 'definition' in handler
    if (capability && !effective.has(capability)) {
      counts.denied += 1
      if (isConversation) sendFailure(handler, payload, failureOfDenial(handler.definition), peer)
      else deny(message.type, payload, peer)
    } else if (isConversation) void converse(handler, payload, peer)
    else void run(handler, payload, peer.link)
  }

  /** The conversations that this message belongs to. */
  const ofMessage = (message: MessageDef, payload: Fields, peer: Peer) =>
    [...open].filter((conversation) => conversation.peer === peer && conversation.accepts(message, payload))

  function receiveValid(matches: readonly MessageDef[], payload: Fields, bytes: number, peer: Peer): void {
    for (const message of matches) {
      const handler = byMessage.get(message)
      if (handler) handleMessage(handler, payload, peer)
      for (const conversation of ofMessage(message, payload, peer)) conversation.receive(message, payload, bytes)
    }
    if (!matches.includes(StreamCredit)) return
    const { id, bytes: credit } = payload as Payload<typeof StreamCredit>
    for (const conversation of open)
      if (conversation.peer === peer && conversation.id === id) conversation.credit(credit)
  }

  /** Returns whether the message is one that a plugin elsewhere handles. */
  function relay(type: unknown, frame: Frame, peer: Peer): boolean {
    // Which stream gets credit is known to the one that serves it.
    const relays = type === StreamCredit.type ? allRelays : relaysByType.get(String(type))
    for (const { receive } of relays ?? []) receive(frame, peer)
    return relays !== undefined
  }

  return {
    counts,
    setHandlers(handlers, relays = []) {
      allRelays = relays
      const types = new Set(relays.flatMap(({ opens, follows }) => [...opens, ...follows]))
      const relaysOf = (type: string) => relays.filter(({ opens, follows }) => [...opens, ...follows].includes(type))
      relaysByType = new Map([...types].map((type) => [type, relaysOf(type)]))
      inConversations = handlers.flatMap((handler) => ('definition' in handler ? fromServer(handler.definition) : []))
      const messages = handlers.map(({ message }) => message)
      decode = makeDecoder([...sessionMessages, StreamCredit, ...messages, ...inConversations])
      byMessage = new Map(handlers.map((handler) => [handler.message, handler]))
      for (const conversation of open) {
        const { handler } = conversation
        const isPermitted = handler.capability === null || effective.has(handler.capability)
        if (!isPermitted || !handlers.includes(handler)) conversation.deny()
      }
    },
    receive(frame, peer) {
      const decoded = decode(frame)
      if (decoded.kind === 'malformed') {
        counts.malformed += 1
        warnOnce('', {}, 'dropped a malformed frame')
      } else if (decoded.kind === 'invalid') {
        const { type, path, payload } = decoded
        counts.invalid += 1
        warnOnce(type, { type, path }, 'dropped a message with an invalid field')
        for (const message of inConversations.filter((other) => other.type === type)) {
          for (const conversation of ofMessage(message, payload, peer)) conversation.receiveInvalid(type)
        }
      } else if (allRelays.length > 0 && relay(decoded.payload.type, frame, peer) && decoded.kind === 'unknown') {
        counts.handled += 1
      } else if (decoded.kind === 'unknown') {
        // Do not log `decoded.type`: it is untrusted text of any length.
        if (deny(decoded.type.toLowerCase(), decoded.payload, peer)) counts.denied += 1
        else counts.unknown += 1
      } else {
        receiveValid(decoded.matches, decoded.payload, Buffer.byteLength(frame), peer)
      }
      return decoded
    },
  }
}
