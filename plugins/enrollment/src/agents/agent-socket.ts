import type { AgentPrincipal, Logger } from '@svc/plugin-sdk'
import type { ServersStore } from '../servers-store.ts'
import type { Socket } from '../socket.ts'
import type { AgentIdentity } from './agent-identity.ts'
import type { Connections } from './connections.ts'
import type { Inbox } from './inbox.ts'

interface Dependencies {
  readonly log: Logger
  readonly servers: ServersStore
  readonly identity: AgentIdentity
  readonly connections: Connections
  readonly inbox: Inbox
}

/** Takes over an upgraded socket of `/api/agent/ws`. */
export function makeAgentSocket({ log, servers, identity, connections, inbox }: Dependencies) {
  return (socket: Socket, principal: AgentPrincipal, remoteAddress: string) => {
    // An oversized frame arrives here as an error after ws has closed this one connection with 1009.
    socket.on('error', (error) => {
      log.info({ server_id: principal.serverId, code: (error as { code?: unknown }).code }, 'agent connection failed')
    })
    const row = identity.stillHolds(principal) ? servers.get(principal.serverId) : undefined
    if (!row) {
      socket.close()
      return
    }
    const connection = connections.admit(row, socket, remoteAddress)
    socket.on('message', (data) => inbox(connection, String(data)))
    socket.on('close', () => connections.closed(connection))
  }
}
export type AgentSocket = ReturnType<typeof makeAgentSocket>
