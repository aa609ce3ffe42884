import type { Clock, Core, Logger } from '@svc/plugin-sdk'
import { protocolVersion, reportInterval, ServerOffline, ServerOnline, Welcome } from '@svc/protocol'
import { agentOffline, agentOnline, type Live } from '../contract.ts'
import type { Revision } from '../revision.ts'
import type { ServerRow, ServersStore } from '../servers-store.ts'
import type { Socket } from '../socket.ts'
import { AgentConnection } from './connection.ts'

const pingEvery = 30_000
/** milliseconds without a report after which an agent counts as offline, and a full queue as stuck */
const patience = 30_000

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly emit: Core['emit']
  readonly servers: ServersStore
  readonly live: Live
  readonly revision: Revision
}

export type Connections = ReturnType<typeof makeConnections>

/** The admitted connections, one per server: the newest wins. */
export function makeConnections({ clock, log, emit, servers, live, revision }: Dependencies) {
  const current = new Map<string, AgentConnection>()

  const saveSeen = ({ serverId, lastReportAt }: AgentConnection) => {
    try {
      servers.saveSeen(serverId, lastReportAt)
    } catch (err) {
      log.warn({ err, server_id: serverId }, 'could not store when a server was last seen')
    }
  }

  /** Does nothing for a connection that a newer one has replaced. */
  const left = (connection: AgentConnection) => {
    if (current.get(connection.serverId) !== connection) return
    current.delete(connection.serverId)
    saveSeen(connection)
    revision.bump()
    live.broadcast(ServerOffline, { server_id: connection.serverId })
    emit(agentOffline, { serverId: connection.serverId })
  }

  const drop = (connection: AgentConnection, how: 'close' | 'abrupt') => {
    connection.end(how)
    left(connection)
  }

  return {
    get: (serverId: string) => current.get(serverId),
    ids: () => [...current.keys()],
    count: () => current.size,

    /** Makes the socket the connection of its server. The caller has verified the token in this same turn. */
    admit(row: ServerRow, socket: Socket, remoteAddress: string): AgentConnection {
      const now = clock.now()
      // First, because it may fail: then nothing was admitted.
      servers.saveSeen(row.id, now)
      servers.saveRemoteAddress(row.id, remoteAddress)
      const stopPings = clock.every(pingEvery, () => socket.ping())
      const connection = new AgentConnection(row, socket, remoteAddress, now, stopPings)
      const older = current.get(row.id)
      current.set(row.id, connection)
      older?.end('superseded')
      connection.send(Welcome, {
        server_id: row.id,
        protocol_version: protocolVersion,
        report_interval: reportInterval,
        capabilities: null,
        server_time: now,
      })
      revision.bump()
      live.broadcast(ServerOnline, { server_id: row.id })
      emit(agentOnline, { serverId: row.id })
      return connection
    },

    /** The socket of a connection has closed. */
    closed(connection: AgentConnection) {
      connection.end('abrupt')
      left(connection)
    },

    /** Ends a server's connection at once: its authority changed or it was deleted. */
    fence(serverId: string) {
      const connection = current.get(serverId)
      if (connection) drop(connection, 'close')
    },

    rename(serverId: string, name: string) {
      const connection = current.get(serverId)
      if (connection) connection.serverName = name
    },

    /** Ends connections without a recent report and those whose queue does not drain. */
    endSilent() {
      const now = clock.now()
      for (const connection of [...current.values()]) {
        const { serverId } = connection
        // A clock that stepped back would keep a silent agent online until it has caught up.
        connection.lastReportAt = Math.min(connection.lastReportAt, now)
        if (now - connection.lastReportAt > patience) {
          log.info({ server_id: serverId }, 'agent offline: no report for more than 30 seconds')
          drop(connection, 'close')
          continue
        }
        connection.fullSince = connection.full ? Math.min(connection.fullSince ?? now, now) : null
        if (connection.fullSince !== null && now - connection.fullSince > patience) {
          log.warn({ server_id: serverId }, 'agent connection dropped: it does not drain its queue')
          drop(connection, 'abrupt')
        }
      }
    },

    /** The server is stopping: nobody is told that agents went offline, they will be back. */
    close() {
      for (const connection of current.values()) {
        connection.end('restart')
        saveSeen(connection)
      }
      current.clear()
    },
  }
}
