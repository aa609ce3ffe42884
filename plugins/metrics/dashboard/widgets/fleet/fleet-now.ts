import type { ServerStatus } from '@svc/widget-sdk'
import { type FleetSums, fleetSums } from '../../overview/fleet-sums.ts'

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
