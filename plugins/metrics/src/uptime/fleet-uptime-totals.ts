import type { OffloadContext } from '@svc/plugin-sdk'
import { type FleetUptimeInput, fleetUptime } from './fleet-uptime.ts'
import { sumMinutes } from './uptime-days.ts'
import type { UptimeMinutes } from './uptime-schema.ts'

/** Entry point in the maintenance worker: the sums of the last days of many servers, which are less to pass on than days. */
export default ({ db }: OffloadContext, input: FleetUptimeInput): UptimeMinutes[] =>
  fleetUptime(db, input).map(sumMinutes)
