import type { Role } from '@svc/plugin-sdk'
import type { EventsStore } from './events-store.ts'
import type { Revision } from './revision.ts'
import type { ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly servers: Pick<ServersStore, 'hiddenIds'>
  readonly events: Pick<EventsStore, 'goneHidden'>
  readonly revision: Revision
}

/**
 * Hidden servers exist for admins only: in lists, by id, and on the live socket. One that is deleted stays hidden, with
 * the events that outlive it.
 */
export function makeHiddenServers({ servers, events, revision }: Dependencies) {
  let at: string | undefined
  let ids: ReadonlySet<string> = new Set()
  const current = () => {
    const now = revision.current()
    if (now !== at) {
      ids = new Set([...servers.hiddenIds(), ...events.goneHidden()])
      at = now
    }
    return ids
  }
  return {
    ids: current,
    visible: (serverId: string, role: Role) => role === 'admin' || !current().has(serverId),
  }
}
export type HiddenServers = ReturnType<typeof makeHiddenServers>
