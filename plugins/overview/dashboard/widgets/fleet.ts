import { throttledServers } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'
import { type FleetSums, fleetSums } from '../fleet-sums.ts'

/** Current totals of the fleet. */
export interface FleetNow extends FleetSums {
  readonly total: number
  readonly online: number
}

const cache = new WeakMap<readonly ServerStatus[], FleetNow>()

/** Computed once per snapshot of the servers, for all widgets. */
export function fleetNow(servers: readonly ServerStatus[]): FleetNow {
  const cached = cache.get(servers)
  if (cached) return cached
  const online = servers.filter((server) => server.online).length
  const now = { ...fleetSums(servers), total: servers.length, online }
  cache.set(servers, now)
  return now
}

/** Interval of steps and the longest gap between connected ones, in milliseconds. */
const stepMs = 3000
const maxGapMs = 15_000
const maxSteps = 60

interface Step {
  readonly at: number
  /** undefined while nobody was subscribed */
  readonly fleet: FleetNow | undefined
}

/** `trail` with one more step, unless the last one was just now. */
export function withStep(history: readonly Step[], at: number, fleet: FleetNow): readonly Step[] {
  const last = history.at(-1)
  if (last && at - last.at < stepMs) return history
  const gap: readonly Step[] = last && at - last.at > maxGapMs ? [{ at, fleet: undefined }] : []
  return [...history, ...gap, { at, fleet }].slice(-maxSteps)
}

const listeners = new Set<() => void>()
let history: readonly Step[] = []
let stop: (() => void) | undefined

function sample() {
  const next = withStep(history, performance.now(), fleetNow(throttledServers.get()))
  if (next === history) return
  history = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) {
    stop = throttledServers.subscribe(sample)
    sample()
  }
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) stop?.()
  }
}

/** Fleet totals of the last minutes, oldest first, while a widget was mounted. */
export const useFleetHistory = (): readonly Step[] => useSyncExternalStore(subscribe, () => history)
