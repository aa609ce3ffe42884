import type { Clock, Logger, Registry } from '@svc/plugin-sdk'
import { type Decoded, type Frame, type MessageDef, makeDecoder, type Payload, StreamCredit } from '@svc/protocol'
import type { AgentMessage, AgentSource } from '../contract.ts'
import type { ViewerStreams } from '../live/viewer-streams.ts'
import type { AgentConnection } from './connection.ts'
import type { Conversations } from './conversations.ts'
import type { FrameAllowance } from './frame-allowance.ts'
import type { FrameStats } from './frame-stats.ts'
import type { StateChange, StateChanges } from './state-changes.ts'

/** A message that this plugin handles itself, with access to the connection. */
export interface OwnMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, from: AgentConnection, receivedAt: number) => void
  /** for a message that changes the stored state of a server */
  readonly change?: { readonly merge?: (older: never, newer: never) => object }
}

export const ownMessage = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentConnection, receivedAt: number) => void,
): OwnMessage => ({ message, handle: handle as OwnMessage['handle'] })

/** A message that changes the stored state of a server, see `makeStateChanges`. */
export const stateChange = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentConnection, receivedAt: number) => void,
  merge?: (older: Payload<M>, newer: Payload<M>) => Payload<M>,
): OwnMessage => ({
  message,
  handle: handle as OwnMessage['handle'],
  change: { ...(merge && { merge: merge as never }) },
})

const sourceOf = (from: AgentConnection, receivedAt: number): AgentSource => ({
  serverId: from.serverId,
  serverName: from.serverName,
  serverNumber: from.serverNumber,
  receivedAt,
  reply: (message, response) => void from.send(message, response),
})

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly frameStats: FrameStats
  readonly charge: FrameAllowance
  readonly onStateChange: StateChanges
  readonly own: readonly OwnMessage[]
  readonly contributed: Registry<AgentMessage>
  readonly viewerStreams: Pick<ViewerStreams, 'agentMessages'>
  readonly conversations: Pick<Conversations, 'responses' | 'receive'>
}

/**
 * Decodes frames of agents and dispatches them: first to this plugin, then to the conversation they belong to, then to
 * every plugin that listens for the type, each with its own schema.
 */
export function makeMessageRouter(deps: Dependencies) {
  const { clock, log, frameStats, charge, onStateChange, own, contributed, viewerStreams, conversations } = deps
  const ownHandlers = new Map(own.map((item) => [item.message, item]))
  let listeners = new Map<MessageDef, AgentMessage[]>()
  let decode: (frame: Frame) => Decoded = () => ({ kind: 'malformed' })
  let contributions: readonly AgentMessage[] | undefined
  let forViewers: readonly AgentMessage[] | undefined
  let responses = -1

  // Plugins contribute after this one is set up, and a conversation is known once it was used.
  const learn = () => {
    const isKnown = contributions === contributed.all() && forViewers === viewerStreams.agentMessages()
    if (isKnown && responses === conversations.responses.size) return
    contributions = contributed.all()
    forViewers = viewerStreams.agentMessages()
    responses = conversations.responses.size
    listeners = new Map()
    for (const item of [...contributions, ...forViewers]) {
      listeners.set(item.message, [...(listeners.get(item.message) ?? []), item])
    }
    decode = makeDecoder([...ownHandlers.keys(), ...listeners.keys(), ...conversations.responses])
  }

  const run = (type: string, from: AgentConnection, handle: () => unknown) => {
    const onError = (err: unknown) =>
      log.error({ err, server_id: from.serverId, type }, 'handling an agent message failed')
    try {
      const result = handle()
      if (result instanceof Promise) result.catch(onError)
    } catch (err) {
      onError(err)
    }
  }

  const handleOwn = ({ message, handle, change }: OwnMessage, payload: object, from: AgentConnection, at: number) => {
    const { type } = message
    const handleNow = (content: object) => run(type, from, () => handle(content as never, from, at))
    if (!change) handleNow(payload)
    else onStateChange(from, { type, payload, handle: handleNow, ...(change as Pick<StateChange, 'merge'>) })
  }

  return (from: AgentConnection, frame: Frame) => {
    if (!from.open) return
    frameStats.onReceived()
    learn()
    const decoded = decode(frame)
    if (decoded.kind === 'message') {
      const { message, matches, payload } = decoded
      const { type } = message
      const receivedAt = clock.now()
      let isExpected = matches.includes(StreamCredit) && from.conversations.get(String(payload.id)) !== undefined
      run(type, from, () => {
        isExpected ||= conversations.receive(from, type, payload, frame, matches)
      })
      if (!isExpected) charge(from, Buffer.byteLength(frame))
      for (const match of matches) {
        const item = ownHandlers.get(match)
        if (item) handleOwn(item, payload, from, receivedAt)
      }
      for (const match of matches) {
        for (const [index, { handle, isState }] of (listeners.get(match) ?? []).entries()) {
          const handleNow = (content: object) =>
            run(type, from, () => handle(content as never, sourceOf(from, receivedAt)))
          // Each listener has a latest one of its own.
          if (isState) onStateChange(from, { type: `${type} ${index}`, payload, handle: handleNow })
          else handleNow(payload)
        }
      }
    } else {
      frameStats.onDropped(from.serverId, decoded)
      charge(from, Buffer.byteLength(frame))
      // Whoever waits for it need not wait for the timeout.
      if (decoded.kind === 'invalid') conversations.receive(from, decoded.type, decoded.payload, frame, [])
    }
  }
}
export type MessageRouter = ReturnType<typeof makeMessageRouter>
