import type { Clock, Logger, Registry } from '@svc/plugin-sdk'
import { type Decoded, type MessageDef, makeDecoder, type Payload } from '@svc/protocol'
import type { AgentMessage, AgentSource } from '../contract.ts'
import type { AgentConnection } from './connection.ts'
import type { Traffic } from './traffic.ts'

/** A message this plugin itself acts on. */
export interface OwnMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, from: AgentConnection, receivedAt: number) => void
}

export const own = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentConnection, receivedAt: number) => void,
): OwnMessage => ({ message, handle: handle as OwnMessage['handle'] })

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly traffic: Traffic
  readonly own: readonly OwnMessage[]
  readonly contributed: Registry<AgentMessage>
}

/** Decodes frames of agents and hands them out: first to this plugin, then to the one that contributed the type. */
export function makeInbox({ clock, log, traffic, own, contributed }: Dependencies) {
  const mine = new Map(own.map((item) => [item.message.type, item.handle]))
  let decoder: ((text: string) => Decoded) | undefined
  // Built at the first frame: other plugins contribute after this one is set up. On one type, our schema decides.
  const decode = (text: string) => {
    decoder ??= makeDecoder([...contributed.all(), ...own].map((item) => item.message))
    return decoder(text)
  }

  const run = (type: string, from: AgentConnection, handle: () => unknown) => {
    const failed = (err: unknown) =>
      log.error({ err, server_id: from.serverId, type }, 'handling an agent message failed')
    try {
      const result = handle()
      if (result instanceof Promise) result.catch(failed)
    } catch (err) {
      failed(err)
    }
  }

  return (from: AgentConnection, text: string) => {
    if (!from.open) return
    traffic.received()
    const frame = decode(text)
    if (frame.kind !== 'message') {
      traffic.dropped(from.serverId, frame)
      return
    }
    const { type } = frame.message
    const payload = frame.payload as never
    const receivedAt = clock.now()
    const handle = mine.get(type)
    if (handle) run(type, from, () => handle(payload, from, receivedAt))
    const other = contributed.get(type)
    if (!other) return
    const source: AgentSource = {
      serverId: from.serverId,
      serverName: from.serverName,
      serverNumber: from.serverNumber,
      receivedAt,
      reply: (message, answer) => void from.send(message, answer),
    }
    run(type, from, () => other.handle(payload, source))
  }
}
export type Inbox = ReturnType<typeof makeInbox>
