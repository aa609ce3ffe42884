import type { Clock, Core, Logger, Socket } from '@svc/plugin-sdk'
import {
  FeaturesChanged,
  protocolVersion,
  reportInterval,
  ServerOffline,
  ServerOnline,
  streamWindow,
  Welcome,
} from '@svc/protocol'
import { agentOffline, agentOnline, featuresChanged, type Live } from '../contract.ts'
import type { AllFeatures } from '../live/all-features.ts'
import type { Revision } from '../revision.ts'
import type { ServerRow, ServersStore } from '../servers-store.ts'
import { AgentConnection } from './connection.ts'

const pingIntervalMs = 30_000
/** An agent without a report for this long is offline; a queue that stays full for this long is stuck. */
const timeoutMs = 30_000

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly emit: Core['emit']
  readonly servers: ServersStore
  readonly live: Pick<Live, 'broadcast'>
  readonly revision: Revision
  readonly allFeatures: AllFeatures
}

export type Connections = ReturnType<typeof makeConnections>

/** The current agent connections: one per server, the newest replaces the previous one. */
export function makeConnections({ clock, log, emit, servers, live, revision, allFeatures }: Dependencies) {
  const current = new Map<string, AgentConnection>()

  const saveLastSeen = ({ serverId, lastReportAt }: AgentConnection) => {
    try {
      servers.saveLastSeen(serverId, lastReportAt)
    } catch (err) {
      log.warn({ err, server_id: serverId }, 'could not save the last-seen time of a server')
    }
  }

  /** Does nothing for a connection that has been replaced by a newer one. */
  const goOffline = (connection: AgentConnection) => {
    if (current.get(connection.serverId) !== connection) return
    current.delete(connection.serverId)
    saveLastSeen(connection)
    revision.bump()
    live.broadcast(ServerOffline, { server_id: connection.serverId })
    emit(agentOffline, { serverId: connection.serverId })
    if (connection.features.length === 0) return
    const { serverId } = connection
    live.broadcast(FeaturesChanged, { server_id: serverId, features: allFeatures(serverId, []) })
    emit(featuresChanged, { serverId: connection.serverId, features: [] })
  }

  const drop = (connection: AgentConnection, how: 'close' | 'abrupt') => {
    connection.end(how)
    goOffline(connection)
  }

  return {
    get: (serverId: string) => current.get(serverId),
    ids: () => [...current.keys()],
    count: () => current.size,

    /** Makes the socket the server's current connection. The caller has verified the token in the same tick. */
    admit(row: ServerRow, socket: Socket, remoteAddress: string): AgentConnection {
      const now = clock.now()
      // Write first: if that fails, nothing has been admitted.
      servers.saveLastSeen(row.id, now)
      servers.saveRemoteAddress(row.id, remoteAddress)
      const stopPings = clock.every(pingIntervalMs, () => socket.ping())
      const connection = new AgentConnection(row, socket, remoteAddress, now, stopPings)
      const previous = current.get(row.id)
      if (previous) connection.features = previous.features
      current.set(row.id, connection)
      previous?.end('superseded')
      connection.send(Welcome, {
        server_id: row.id,
        protocol_version: protocolVersion,
        report_interval: reportInterval,
        capabilities: null,
        server_time: now,
        stream_window: streamWindow,
        binary_frames: true,
      })
      revision.bump()
      live.broadcast(ServerOnline, { server_id: row.id })
      emit(agentOnline, { serverId: row.id })
      return connection
    },

    onClosed(connection: AgentConnection) {
      connection.end('abrupt')
      goOffline(connection)
    },

    /** Disconnects a server's agent immediately, because its authority changed or the server was deleted. */
    fence(serverId: string) {
      const connection = current.get(serverId)
      if (connection) drop(connection, 'close')
    },

    rename(serverId: string, name: string) {
      const connection = current.get(serverId)
      if (connection) connection.serverName = name
    },

    /** Drops connections that have not reported recently and those whose queue does not drain. */
    dropUnresponsive() {
      const now = clock.now()
      for (const connection of [...current.values()]) {
        const { serverId } = connection
        // If the clock stepped back, a silent agent would otherwise stay online until it has caught up.
        connection.lastReportAt = Math.min(connection.lastReportAt, now)
        if (now - connection.lastReportAt > timeoutMs) {
          log.info({ server_id: serverId }, 'agent offline: no report for more than 30 seconds')
          drop(connection, 'close')
          continue
        }
        connection.queueFullSince = connection.isQueueFull ? Math.min(connection.queueFullSince ?? now, now) : null
        if (connection.queueFullSince !== null && now - connection.queueFullSince > timeoutMs) {
          log.warn({ server_id: serverId }, 'agent connection dropped: its send queue does not drain')
          drop(connection, 'abrupt')
        }
      }
    },

    /** The program is stopping. Agents will reconnect, so no offline event is emitted. */
    close() {
      for (const connection of current.values()) {
        connection.end('restart')
        saveLastSeen(connection)
      }
      current.clear()
    },
  }
}
