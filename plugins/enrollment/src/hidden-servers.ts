import type { Role } from '@svc/plugin-sdk'
import type { EventsStore } from './events-store.ts'
import type { Revision } from './revision.ts'
import type { ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly servers: Pick<ServersStore, 'hiddenIds'>
  readonly events: Pick<EventsStore, 'deletedHiddenIds'>
  readonly revision: Pick<Revision, 'ownWrites'>
}

/**
 * Hidden servers exist for admins only: in lists, by id, and on the live socket. After deletion, the events that outlive
 * a hidden server stay hidden too.
 */
export function makeHiddenServers({ servers, events, revision }: Dependencies) {
  let cachedAt: number | undefined
  let cachedIds: ReadonlySet<string> = new Set()
  const ids = () => {
    // Only this process hides servers, and every update of the live socket asks.
    const current = revision.ownWrites()
    if (current !== cachedAt) {
      cachedIds = new Set([...servers.hiddenIds(), ...events.deletedHiddenIds()])
      cachedAt = current
    }
    return cachedIds
  }
  return {
    ids,
    idsFor: (role: Role): ReadonlySet<string> => (role === 'admin' ? new Set() : ids()),
    isVisible: (serverId: string, role: Role) => role === 'admin' || !ids().has(serverId),
  }
}
export type HiddenServers = ReturnType<typeof makeHiddenServers>
