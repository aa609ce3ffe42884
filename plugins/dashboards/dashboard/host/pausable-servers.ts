import { liveServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'

/** With hundreds of servers, some report in notifyIntervalMs frame; do not notify widgets about each. */
const notifyIntervalMs = 250

/** The live servers for widgets: updates are throttled, and paused while a board is edited. */
export function makePausableServers() {
  let paused: ReadonlyMap<string, ServerStatus> | undefined
  let pausedList: readonly ServerStatus[] = []
  let notifiedAt = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const listeners = new Set<() => void>()

  function notifyListeners() {
    isWaiting = false
    if (paused) return
    notifiedAt = performance.now()
    for (const notify of listeners) notify()
  }
  // Notify about the first change immediately, about the following ones together.
  liveServers.subscribe(() => {
    if (paused || isWaiting) return
    const wait = notifiedAt + notifyIntervalMs - performance.now()
    isWaiting = wait > 0
    if (isWaiting) setTimeout(notifyListeners, wait)
    else notifyListeners()
  })
  return {
    all: () => (paused ? pausedList : liveServers.all()),
    one: (id: string) => (paused ? paused.get(id) : liveServers.one(id)),
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    /** Pauses updates; the returned function resumes them. */
    hold() {
      pausedList = liveServers.all()
      paused = new Map(pausedList.map((server) => [server.id, server]))
      return () => {
        paused = undefined
        notifyListeners()
      }
    },
  }
}
