import type { RetentionTier } from '@svc/plugin-system/contract'
import { type Blocks, periodsTier, rowsTier } from '@svc/series'
import type { ProbesConfig } from '../config.ts'

/** The tables of one kind of rounds. `hot` holds recent rounds, the others complete periods. */
export interface Tables {
  readonly hot: string
  readonly hours: Blocks
}

/** Pings have no hourly aggregates. */
export interface DigestedTables extends Tables {
  /** hourly aggregates by day */
  readonly days: Blocks
}

export const networkTables: DigestedTables = {
  hot: 'probes_rounds',
  hours: { table: 'probes_sealed_hours', unit: 'hour' },
  days: { table: 'probes_sealed_days', unit: 'day' },
}
export const pingTables: Tables = { hot: 'probes_ping_results', hours: { table: 'probes_sealed_pings', unit: 'hour' } }

/** All tables of blocks, in the order in which rounds move through them. */
export const blocksOf = (tables: Tables | DigestedTables): readonly Blocks[] =>
  'days' in tables ? [tables.hours, tables.days] : [tables.hours]

export const hourSeconds = 3600
export const daySeconds = 86_400
export const hourOf = (seconds: number): number => Math.floor(seconds / hourSeconds)

/** Retention of rounds, hot and sealed. */
export const retention = (days: ProbesConfig['retention']): RetentionTier[] => [
  rowsTier('probes_rounds', 'minute', days.network_probe_days),
  periodsTier('probes_sealed_hours', 'hour', days.network_probe_days),
  periodsTier('probes_sealed_days', 'day', days.network_probe_hourly_days),
  rowsTier('probes_ping_results', 'minute', days.ping_records_days),
  periodsTier('probes_sealed_pings', 'hour', days.ping_records_days),
]
