import { liveServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'

/** Milliseconds: of hundreds of servers some report in every frame, and every widget would be asked about each. */
const every = 250

/** The live servers as widgets see them: told of a few times in a second, and still while a board is edited. */
export function makeHeldServers() {
  let held: ReadonlyMap<string, ServerStatus> | undefined
  let heldList: readonly ServerStatus[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const listeners = new Set<() => void>()

  function tell() {
    isWaiting = false
    if (held) return
    toldAt = performance.now()
    for (const notify of listeners) notify()
  }
  // the first change at once, those that follow together
  liveServers.subscribe(() => {
    if (held || isWaiting) return
    const wait = toldAt + every - performance.now()
    isWaiting = wait > 0
    if (isWaiting) setTimeout(tell, wait)
    else tell()
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
        tell()
      }
    },
  }
}
