import type { ServerStatus } from '@svc/widget-sdk'
import { type FleetSums, fleetSums } from '../../overview/fleet-sums.ts'

/** What the fleet has and does at one moment. */
export interface FleetNow extends FleetSums {
  readonly total: number
  readonly online: number
}

const made = new WeakMap<readonly ServerStatus[], FleetNow>()

/** Computed once for each picture of the servers, however many widgets ask. */
export function fleetNow(servers: readonly ServerStatus[]): FleetNow {
  const known = made.get(servers)
  if (known) return known
  const online = servers.filter((server) => server.online).length
  const now = { ...fleetSums(servers), total: servers.length, online }
  made.set(servers, now)
  return now
}
