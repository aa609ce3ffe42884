import type { RetentionTier } from '@svc/plugin-system/contract'
import type { ProbesConfig } from './config.ts'
import { networkTables, numberBits, pingTables, type Tables } from './rounds/keys.ts'

const rounds = ({ hot, hours }: Tables, days: number): RetentionTier[] => [
  { table: hot, column: 'id', days, packed: { shift: numberBits, unitSeconds: 60 } },
  { table: hours, column: 'hour', days, packed: { shift: 0, unitSeconds: 3600 } },
]

/** What Cleanup deletes. Rounds are in two tables of each kind: those that are not sealed yet, and those that are. */
export const retention = (kept: ProbesConfig['retention']): RetentionTier[] => [
  ...rounds(networkTables, kept.network_probe_days),
  ...rounds(pingTables, kept.ping_records_days),
  {
    table: 'probes_sealed_days',
    column: 'day',
    days: kept.network_probe_hourly_days,
    packed: { shift: 0, unitSeconds: 86_400 },
  },
]
