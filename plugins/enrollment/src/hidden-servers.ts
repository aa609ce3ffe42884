import type { Role } from '@svc/plugin-sdk'
import type { Revision } from './revision.js'
import type { ServersStore } from './servers-store.js'

/** Hidden servers exist for admins only: in lists, by id, and on the live socket. */
export function makeHiddenServers(store: Pick<ServersStore, 'hiddenIds'>, revision: Revision) {
  let at: string | undefined
  let ids: ReadonlySet<string> = new Set()
  const current = () => {
    const now = revision.current()
    if (now !== at) {
      ids = new Set(store.hiddenIds())
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
