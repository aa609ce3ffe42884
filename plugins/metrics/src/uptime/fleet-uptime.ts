import type { Database, OffloadContext } from '@svc/plugin-sdk'
import { minuteOfKey as dayOfKey, numberOfKey, packKey } from '@svc/series'
import type { MeasuredServer } from '../contract.ts'
import { type MinuteSet, unpackMinutes } from './minute-set.ts'
import { type UptimeDay, uptimeDays } from './uptime-days.ts'
import { self, sinceOf } from './uptime-store.ts'

export interface FleetUptimeInput {
  readonly servers: readonly MeasuredServer[]
  readonly days: number
  /** UTC day */
  readonly today: number
}

/** The last days of many servers, in the order of `servers`; read in one pass. */
export function fleetUptime(db: Database, { servers, days, today }: FleetUptimeInput): UptimeDay[][] {
  const from = today - days + 1
  const wanted = new Map(
    [self, ...servers.map(({ number }) => number)].map((number) => [number, new Map<number, MinuteSet>()]),
  )
  const rows = db.prepare<[number, number], { id: number; minutes: Uint8Array }>(
    'SELECT id, minutes FROM metrics_uptime_days WHERE id >= ? AND id < ?',
  )
  // The day before determines the state at the beginning of the first day.
  for (const { id, minutes } of rows.iterate(packKey(from - 1, 0), packKey(today + 1, 0))) {
    wanted.get(numberOfKey(id))?.set(dayOfKey(id), unpackMinutes(minutes))
  }
  const nothing = new Map<number, MinuteSet>()
  const watched = wanted.get(self) ?? nothing
  return servers.map((server) =>
    uptimeDays({ online: wanted.get(server.number) ?? nothing, watched, since: sinceOf(server) }, from, today),
  )
}

/** Entry point in the maintenance worker. */
export default ({ db }: OffloadContext, input: FleetUptimeInput): UptimeDay[][] => fleetUptime(db, input)
