import type { RetentionTier } from '@svc/plugin-system/contract'
import { numberBits } from '@svc/series'
import type { ProbesConfig } from '../config.ts'

/** The tables of one kind of rounds. `hot` holds recent rounds, the others complete periods. */
export interface Tables {
  readonly hot: string
  readonly hours: string
  /** hourly aggregates by day; not for pings */
  readonly days: string | undefined
}

export const networkTables: Tables = {
  hot: 'probes_rounds',
  hours: 'probes_sealed_hours',
  days: 'probes_sealed_days',
}
export const pingTables: Tables = { hot: 'probes_ping_results', hours: 'probes_sealed_pings', days: undefined }

export const hourSeconds = 3600
export const daySeconds = 86_400
export const hourOf = (seconds: number): number => Math.floor(seconds / hourSeconds)
export const dayOf = (seconds: number): number => Math.floor(seconds / daySeconds)

const tiersOf = ({ hot, hours }: Tables, days: number): RetentionTier[] => [
  { table: hot, column: 'id', days, packed: { shift: numberBits, unitSeconds: 60 } },
  { table: hours, column: 'hour', days, packed: { shift: 0, unitSeconds: 3600 } },
]

/** Retention of rounds, which are in two tables each: hot and sealed. */
export const retention = (days: ProbesConfig['retention']): RetentionTier[] => [
  ...tiersOf(networkTables, days.network_probe_days),
  ...tiersOf(pingTables, days.ping_records_days),
  {
    table: 'probes_sealed_days',
    column: 'day',
    days: days.network_probe_hourly_days,
    packed: { shift: 0, unitSeconds: 86_400 },
  },
]
