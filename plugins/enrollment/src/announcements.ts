import type { Core, Role } from '@svc/plugin-sdk'
import { type AgentAuthority, AgentAuthorityChanged, ServersChanged } from '@svc/protocol'
import type { Connections } from './agents/connections.ts'
import type { Traffic } from './agents/traffic.ts'
import { placeReleased } from './contract.ts'
import type { HiddenServers } from './hidden-servers.ts'
import type { Hub } from './live/hub.ts'
import type { Difference } from './profile-update.ts'
import type { Revision } from './revision.ts'
import type { ServerRow } from './servers-store.ts'

interface Dependencies {
  readonly emit: Core['emit']
  readonly hub: Hub
  readonly hidden: HiddenServers
  readonly revision: Revision
  readonly connections: Connections
  readonly traffic: Traffic
  authorityOf(serverId: string): AgentAuthority
}

/** Browsers read more of each server that is named; many of them are better read as one list. */
const mostNamed = 20

/** What follows a commit: caches are out of date, connections end, browsers learn of it. */
export function makeAnnouncements(deps: Dependencies) {
  const { emit, hub, hidden, revision, connections, traffic, authorityOf } = deps

  const tellChanged = (ids: readonly string[], alsoToMembers = false) =>
    hub.tell(ServersChanged, (role: Role) => {
      const known = alsoToMembers ? [...ids] : ids.filter((id) => hidden.visible(id, role))
      return known.length > 0 ? { server_ids: known } : undefined
    })

  const authority = (serverId: string, fenced: boolean) => {
    // Nothing may come between the commit and the fence, not even a failure.
    if (fenced) connections.fence(serverId)
    revision.bump()
    const agent_authority = authorityOf(serverId)
    hub.live.broadcast(AgentAuthorityChanged, { server_id: serverId, agent_authority })
  }

  return {
    authority,
    created(serverId: string) {
      authority(serverId, false)
      tellChanged([serverId])
    },
    edited(serverId: string, difference: Difference) {
      revision.bump()
      const { name, hidden: visibility, country_code: country } = difference
      if (name) connections.rename(serverId, String(name.to))
      if (visibility) hub.resync('member')
      tellChanged([serverId], visibility !== undefined)
      if (country?.to === null) emit(placeReleased, { serverId })
    },
    /** Tags or groups of these servers changed. */
    relabelled(serverIds: readonly string[]) {
      revision.bump()
      if (serverIds.length > 0) tellChanged(serverIds)
    },
    /** The places of these servers were found; caches know already. */
    located(serverIds: readonly string[]) {
      if (serverIds.length <= mostNamed) tellChanged(serverIds)
      else hub.tell(ServersChanged, () => ({ server_ids: [] }))
    },
    removed(rows: readonly ServerRow[]) {
      revision.bump()
      for (const { id } of rows) {
        connections.fence(id)
        traffic.forget(id)
      }
      const shown = rows.filter((row) => row.hidden === 0).map((row) => row.id)
      hub.tell(ServersChanged, (role) => {
        const ids = role === 'admin' ? rows.map((row) => row.id) : shown
        return ids.length > 0 ? { server_ids: ids } : undefined
      })
    },
  }
}
export type Announcements = ReturnType<typeof makeAnnouncements>
