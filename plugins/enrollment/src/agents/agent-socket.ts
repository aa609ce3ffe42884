import type { AgentPrincipal, Logger, Socket } from '@svc/plugin-sdk'
import type { ServersStore } from '../servers-store.ts'
import type { AgentIdentity } from './agent-identity.ts'
import type { Connections } from './connections.ts'
import type { MessageRouter } from './message-router.ts'

interface Dependencies {
  readonly log: Logger
  readonly servers: ServersStore
  readonly identity: AgentIdentity
  readonly connections: Connections
  readonly routeMessage: MessageRouter
}

/** Handles an upgraded socket of `/api/agent/ws`. */
export function makeAgentSocket({ log, servers, identity, connections, routeMessage }: Dependencies) {
  return (socket: Socket, principal: AgentPrincipal, remoteAddress: string) => {
    // For an oversized frame, ws closes the connection with 1009 and emits an error.
    socket.on('error', (error) => {
      log.info({ server_id: principal.serverId, code: (error as { code?: unknown }).code }, 'agent connection failed')
    })
    const row = identity.isStillValid(principal) ? servers.get(principal.serverId) : undefined
    if (!row) {
      socket.close()
      return
    }
    const connection = connections.admit(row, socket, remoteAddress)
    socket.on('message', (data, isBinary) => routeMessage(connection, isBinary ? (data as Buffer) : String(data)))
    socket.on('close', () => connections.onClosed(connection))
  }
}
