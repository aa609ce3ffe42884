import type { Clock, Logger, Registry } from '@svc/plugin-sdk'
import { type Decoded, type MessageDef, makeDecoder, type Payload } from '@svc/protocol'
import type { AgentMessage, AgentSource } from '../contract.ts'
import type { AgentConnection } from './connection.ts'
import type { FrameStats } from './frame-stats.ts'

/** A message that this plugin handles itself, with access to the connection. */
export interface OwnMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, from: AgentConnection, receivedAt: number) => void
}

export const ownMessage = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentConnection, receivedAt: number) => void,
): OwnMessage => ({ message, handle: handle as OwnMessage['handle'] })

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly frameStats: FrameStats
  readonly own: readonly OwnMessage[]
  readonly contributed: Registry<AgentMessage>
}

/** Decodes frames of agents and dispatches them, first to this plugin, then to the plugin that contributed the type. */
export function makeMessageRouter({ clock, log, frameStats, own, contributed }: Dependencies) {
  const ownHandlers = new Map(own.map((item) => [item.message.type, item.handle]))
  let decoder: ((text: string) => Decoded) | undefined
  // Built lazily, because other plugins contribute after this one is set up. For the same type, our schema wins.
  const decode = (text: string) => {
    decoder ??= makeDecoder([...contributed.all(), ...own].map((item) => item.message))
    return decoder(text)
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

  return (from: AgentConnection, text: string) => {
    if (!from.open) return
    frameStats.onReceived()
    const frame = decode(text)
    if (frame.kind !== 'message') {
      frameStats.onDropped(from.serverId, frame)
      return
    }
    const { type } = frame.message
    const payload = frame.payload as never
    const receivedAt = clock.now()
    const handle = ownHandlers.get(type)
    if (handle) run(type, from, () => handle(payload, from, receivedAt))
    const contributedMessage = contributed.get(type)
    if (!contributedMessage) return
    const source: AgentSource = {
      serverId: from.serverId,
      serverName: from.serverName,
      serverNumber: from.serverNumber,
      receivedAt,
      reply: (message, response) => void from.send(message, response),
    }
    run(type, from, () => contributedMessage.handle(payload, source))
  }
}
export type MessageRouter = ReturnType<typeof makeMessageRouter>
