import { liveServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'

/** The live servers as widgets see them; they stand still while a board is edited. */
export function makeHeldServers() {
  let held: ReadonlyMap<string, ServerStatus> | undefined
  let heldList: readonly ServerStatus[] = []
  const listeners = new Set<() => void>()
  liveServers.subscribe(() => {
    if (!held) for (const notify of listeners) notify()
  })
  return {
    all: () => (held ? heldList : liveServers.all()),
    one: (id: string) => (held ? held.get(id) : liveServers.one(id)),
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    /** Stops the figures; the returned function lets them go on. */
    hold() {
      heldList = liveServers.all()
      held = new Map(heldList.map((server) => [server.id, server]))
      return () => {
        held = undefined
        for (const notify of listeners) notify()
      }
    },
  }
}
