import { throttledServers } from '@svc/dashboard-sdk/widgets'
import { useSyncExternalStore } from 'react'
import { type FleetNow, fleetNow } from './fleet-now.ts'

/** Milliseconds between two steps, and when what is older does not belong to them any more. */
const every = 3000
const torn = 15_000
const most = 60

interface Step {
  readonly at: number
  /** undefined where nobody looked */
  readonly fleet: FleetNow | undefined
}

/** `trail` with one more step, unless the last one was just now. */
export function stepped(trail: readonly Step[], at: number, fleet: FleetNow): readonly Step[] {
  const last = trail.at(-1)
  if (last && at - last.at < every) return trail
  const gap: readonly Step[] = last && at - last.at > torn ? [{ at, fleet: undefined }] : []
  return [...trail, ...gap, { at, fleet }].slice(-most)
}

const listeners = new Set<() => void>()
let trail: readonly Step[] = []
let stop: (() => void) | undefined

function look() {
  const next = stepped(trail, performance.now(), fleetNow(throttledServers.get()))
  if (next === trail) return
  trail = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) {
    stop = throttledServers.subscribe(look)
    look()
  }
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) stop?.()
  }
}

/** The fleet over the last minutes, as far as somebody looked; oldest first. */
export const useFleetTrail = (): readonly Step[] => useSyncExternalStore(subscribe, () => trail)
