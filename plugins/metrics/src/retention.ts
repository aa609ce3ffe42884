import type { RetentionTier } from '@svc/plugin-system/contract'
import { periodsTier, rowsTier } from '@svc/series'
import type { MetricsConfig } from './config.ts'

/** Retention of every table. Each kind of records has two: unsealed rows and sealed blocks. */
export const retention = (days: MetricsConfig['retention']): RetentionTier[] => [
  rowsTier('metrics_records', 'minute', days.records_days),
  periodsTier('metrics_sealed_hours', 'hour', days.records_days),
  periodsTier('metrics_hourly_records', 'hour', days.records_hourly_days),
  periodsTier('metrics_sealed_days', 'day', days.records_hourly_days),
  periodsTier('metrics_gpu_records', 'minute', days.gpu_records_days),
  rowsTier('metrics_uptime_days', 'day', days.uptime_daily_days),
  { table: 'metrics_agent_starts', column: 'at', days: days.uptime_daily_days },
]
