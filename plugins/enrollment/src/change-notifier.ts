import type { Core, Role } from '@svc/plugin-sdk'
import { type AgentAuthority, AgentAuthorityChanged, ServersChanged } from '@svc/protocol'
import type { Connections } from './agents/connections.ts'
import { locationUnpinned, serverDeleted } from './contract.ts'
import type { HiddenServers } from './hidden-servers.ts'
import type { Hub } from './live/hub.ts'
import type { ViewerStreams } from './live/viewer-streams.ts'
import type { Difference } from './profile-update.ts'
import type { Revision } from './revision.ts'
import { publicServer } from './server-view.ts'
import type { ServerRow } from './servers-store.ts'

interface Dependencies extends Pick<Core, 'db' | 'emit'> {
  readonly hub: Hub
  readonly hidden: HiddenServers
  readonly revision: Revision
  readonly connections: Connections
  readonly viewerStreams: Pick<ViewerStreams, 'recheck'>
  /** Called with the id of a deleted server. */
  forget(serverId: string): void
  authorityOf(serverId: string): AgentAuthority
}

/** A browser fetches each server that a message names. Above this number, fetching the whole list is cheaper. */
const maxNamedServers = 20

/**
 * Invalidates caches, ends connections and notifies browsers. In a transaction everything waits for the commit, and a
 * rollback drops it.
 */
export function makeChangeNotifier(deps: Dependencies) {
  const { db, emit, hub, hidden, revision, connections, viewerStreams, forget, authorityOf } = deps

  const notifyServersChanged = (ids: readonly string[], includeHidden = false) =>
    hub.sendPerRole(ServersChanged, (role: Role) => {
      const visible = includeHidden ? [...ids] : ids.filter((id) => hidden.isVisible(id, role))
      return visible.length > 0 ? { server_ids: visible } : undefined
    })

  const afterCommit =
    <A extends unknown[]>(notify: (...args: A) => void) =>
    (...args: A) =>
      db.afterCommit(() => notify(...args))

  const authorityChanged = afterCommit((serverId: string, fenced: boolean) => {
    // Nothing, not even an error, may come between the commit and the fence.
    if (fenced) connections.fence(serverId)
    revision.bump()
    const agent_authority = authorityOf(serverId)
    hub.live.broadcast(AgentAuthorityChanged, { server_id: serverId, agent_authority })
  })

  return {
    authorityChanged,
    serverCreated(serverId: string) {
      authorityChanged(serverId, false)
      notifyServersChanged([serverId])
    },
    profileUpdated: afterCommit((serverId: string, difference: Difference) => {
      revision.bump()
      const { name, hidden: visibility, country_code: country } = difference
      if (name) connections.rename(serverId, String(name.to))
      if (visibility) {
        hub.resync('member')
        viewerStreams.recheck(serverId)
      }
      notifyServersChanged([serverId], visibility !== undefined)
      if (country?.to === null) emit(locationUnpinned, { serverId })
    }),
    /** Tags or groups of these servers changed. */
    labelsChanged: afterCommit((serverIds: readonly string[]) => {
      revision.bump()
      if (serverIds.length > 0) notifyServersChanged(serverIds)
    }),
    /** Does not invalidate caches; `locate` has done so already. */
    locationsChanged: afterCommit((serverIds: readonly string[]) => {
      if (serverIds.length <= maxNamedServers) notifyServersChanged(serverIds)
      else hub.sendPerRole(ServersChanged, () => ({ server_ids: [] }))
    }),
    serversDeleted: afterCommit((rows: readonly ServerRow[]) => {
      revision.bump()
      for (const { id } of rows) {
        connections.fence(id)
        viewerStreams.recheck(id)
        forget(id)
      }
      for (const row of rows) emit(serverDeleted, publicServer(row))
      const visibleToMembers = rows.filter((row) => row.hidden === 0).map((row) => row.id)
      hub.sendPerRole(ServersChanged, (role) => {
        const ids = role === 'admin' ? rows.map((row) => row.id) : visibleToMembers
        return ids.length > 0 ? { server_ids: ids } : undefined
      })
    }),
  }
}
export type ChangeNotifier = ReturnType<typeof makeChangeNotifier>
