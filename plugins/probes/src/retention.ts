import type { RetentionTier } from '@svc/plugin-system/contract'
import type { ProbesConfig } from './config.ts'
import { networkTables, numberBits, pingTables, type Tables } from './rounds/keys.ts'

const rounds = ({ hot, hours }: Tables, days: number): RetentionTier[] => [
  { table: hot, column: 'id', days, packed: { shift: numberBits, unitSeconds: 60 } },
  { table: hours, column: 'hour', days, packed: { shift: 0, unitSeconds: 3600 } },
]

/** Retention of rounds, which are in two tables each: hot and sealed. */
export const retention = (days: ProbesConfig['retention']): RetentionTier[] => [
  ...rounds(networkTables, days.network_probe_days),
  ...rounds(pingTables, days.ping_records_days),
  {
    table: 'probes_sealed_days',
    column: 'day',
    days: days.network_probe_hourly_days,
    packed: { shift: 0, unitSeconds: 86_400 },
  },
]
