import type { RetentionTier } from '@svc/plugin-system/contract'
import { numberBits } from '@svc/series'
import type { MetricsConfig } from './config.ts'

const hours = { column: 'hour', packed: { shift: 0, unitSeconds: 3600 } } as const
const dayKeys = { column: 'id', packed: { shift: numberBits, unitSeconds: 86_400 } } as const

/** Retention of every table. Each kind of records has two: unsealed rows and sealed blocks. */
export const retention = (days: MetricsConfig['retention']): RetentionTier[] => [
  {
    table: 'metrics_records',
    column: 'id',
    days: days.records_days,
    packed: { shift: numberBits, unitSeconds: 60 },
  },
  { ...hours, table: 'metrics_sealed_hours', days: days.records_days },
  { ...hours, table: 'metrics_hourly_records', days: days.records_hourly_days },
  {
    table: 'metrics_sealed_days',
    column: 'day',
    days: days.records_hourly_days,
    packed: { shift: 0, unitSeconds: 86_400 },
  },
  {
    table: 'metrics_gpu_records',
    column: 'minute',
    days: days.gpu_records_days,
    packed: { shift: 0, unitSeconds: 60 },
  },
  { ...dayKeys, table: 'metrics_uptime_days', days: days.uptime_daily_days },
  { table: 'metrics_agent_starts', column: 'at', days: days.uptime_daily_days },
]
