import { randomUUID } from 'node:crypto'
import type { Clock } from '@svc/plugin-sdk'
import {
  type CapabilityDenied,
  type CapabilityTable,
  type ConversationDef,
  denialOf,
  type Frame,
  fromAgent,
  type MessageDef,
  opening,
  type Payload,
} from '@svc/protocol'
import type { AgentStream, Agents } from '../contract.ts'
import type { ServersStore } from '../servers-store.ts'
import { makeBulkGarbage } from './bulk-garbage.ts'
import type { AgentConnection } from './connection.ts'
import type { Connections } from './connections.ts'
import { Conversation } from './conversation.ts'
import { capabilityDenied, serverNotFound, serverOffline, tooManyRequests } from './errors.ts'

const defaultTimeoutMs = 30_000
/** Open conversations with one agent. */
const maxOpen = { request: 64, stream: 32 } as const

interface Dependencies {
  readonly clock: Clock
  readonly servers: Pick<ServersStore, 'get'>
  readonly connections: Pick<Connections, 'get'>
  readonly capabilities: Pick<CapabilityTable, 'bitOf'>
  /** Writes an audit entry about a refusal of the agent. */
  onDenied(serverId: string, capability: string, reason: string): void
}

/** Requests to agents and streams from and to them. Responses count only on the connection that was asked. */
export function makeConversations({ clock, servers, connections, capabilities, onDenied }: Dependencies) {
  /** by type: the fields that may hold the id of a conversation */
  const idsOf = new Map<string, Set<string | null>>()
  const responses = new Set<MessageDef>()
  const garbage = makeBulkGarbage()

  const learn = (definition: ConversationDef) => {
    for (const message of fromAgent(definition)) {
      if (responses.has(message)) continue
      responses.add(message)
      idsOf.set(message.type, (idsOf.get(message.type) ?? new Set()).add(definition.id))
    }
  }

  const find = (connection: AgentConnection, type: string, payload: Readonly<Record<string, unknown>>) => {
    for (const field of idsOf.get(type) ?? []) {
      if (field === null) {
        const found = connection.conversations
          .all()
          .find((open) => open.id === '' && open.messageOf(type) !== undefined)
        if (found) return found
        continue
      }
      const id = payload[field]
      const found = typeof id === 'string' ? connection.conversations.get(id) : undefined
      if (found?.messageOf(type)) return found
    }
    return undefined
  }

  const auditDenial = (serverId: string, { capability, callerAudits }: ConversationDef, reason: string) => {
    if (!callerAudits) onDenied(serverId, capability ?? '', reason)
  }

  const connectionFor = (serverId: string, definition: ConversationDef): AgentConnection => {
    const { capability, kind } = definition
    const server = servers.get(serverId)
    if (!server) throw serverNotFound()
    const connection = connections.get(serverId)
    const effective = connection?.capabilities ?? server.capabilities ?? 0
    if (capability !== null && (effective & capabilities.bitOf(capability)) === 0) {
      const { reason } = denialOf(definition)
      auditDenial(serverId, definition, reason)
      throw capabilityDenied(capability, reason)
    }
    if (!connection) throw serverOffline()
    const open = connection.conversations.all().filter(({ definition }) => definition.kind === kind)
    if (open.length >= maxOpen[kind]) throw tooManyRequests(maxOpen[kind])
    return connection
  }

  const begin = (
    serverId: string,
    definition: ConversationDef,
    payload: object,
    {
      timeout = defaultTimeoutMs,
      signal,
      onProgress,
    }: { timeout?: number; signal?: AbortSignal; onProgress?: unknown },
  ): Conversation => {
    signal?.throwIfAborted()
    const connection = connectionFor(serverId, definition)
    learn(definition)
    const given = definition.id === null ? '' : (payload as Record<string, unknown>)[definition.id]
    const id = typeof given === 'string' ? given : randomUUID()
    const conversation = new Conversation({
      connection,
      definition,
      id,
      clock,
      timeoutMs: timeout,
      signal,
      onProgress: onProgress as ((payload: never) => void) | undefined,
      onBulk: garbage.add,
      onDenied: (reason) => auditDenial(serverId, definition, reason),
    })
    connection.conversations.add(conversation)
    try {
      conversation.begin(opening(definition), payload)
    } catch (error) {
      conversation.cancel(error)
      throw error
    }
    return conversation
  }

  const streamOf = (conversation: Conversation, ready: unknown): AgentStream => ({
    id: conversation.id,
    ready: ready as never,
    signal: conversation.signal,
    ended: conversation.ended.promise as never,
    write: (message, payload) => conversation.write(message, payload as object) as never,
    finish: (payload = {} as never) => conversation.finish(payload as object) as never,
    close: (reason) => conversation.cancel(reason ?? new DOMException('the stream was closed', 'AbortError')),
    async *[Symbol.asyncIterator]() {
      try {
        yield* conversation.inbox as AsyncIterable<never>
      } finally {
        conversation.cancel(new DOMException('the reader left', 'AbortError'))
      }
    },
  })

  const service: Pick<Agents, 'request' | 'open'> = {
    request: async (serverId, definition, payload, options = {}) =>
      (await begin(serverId, definition as ConversationDef, payload, options).ended.promise) as never,
    open: async (serverId, definition, payload, options = {}) => {
      const conversation = begin(serverId, definition as unknown as ConversationDef, payload, options)
      return streamOf(conversation, await conversation.opened.promise) as never
    },
  }

  return {
    ...service,

    /** the messages that agents respond with; it only grows */
    responses: responses as ReadonlySet<MessageDef>,

    /**
     * A frame of a known type has arrived; `valid` are the definitions of that type whose schema it matches. Returns
     * whether it belongs to a conversation.
     */
    receive(
      connection: AgentConnection,
      type: string,
      payload: Readonly<Record<string, unknown>>,
      frame: Frame,
      valid: readonly MessageDef[],
    ): boolean {
      const conversation = find(connection, type, payload)
      const message = conversation?.messageOf(type)
      if (!conversation || !message) return false
      if (valid.includes(message)) conversation.receive(message, payload, Buffer.byteLength(frame))
      else conversation.receiveInvalid()
      return true
    },

    /** The agent refused. Without an id, everything that needs the capability is refused. */
    denied(
      connection: AgentConnection,
      { msg_id, session_id, capability, reason }: Payload<typeof CapabilityDenied>,
    ): void {
      const id = msg_id ?? session_id
      const refused =
        id == null
          ? connection.conversations.all().filter(({ definition }) => definition.capability === capability)
          : [connection.conversations.get(id)]
      for (const conversation of refused) conversation?.deny(reason)
    },

    /** Ends what the agent may no longer do. */
    onCapabilities(connection: AgentConnection): void {
      const bits = connection.capabilities
      if (bits === null) return
      for (const conversation of connection.conversations.all()) {
        const { capability } = conversation.definition
        if (capability === null || (bits & capabilities.bitOf(capability)) !== 0) continue
        conversation.deny(denialOf(conversation.definition).reason)
      }
    },

    credit: (connection: AgentConnection, id: string, bytes: number) => connection.conversations.get(id)?.credit(bytes),
  }
}
export type Conversations = ReturnType<typeof makeConversations>
