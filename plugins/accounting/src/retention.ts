import type { RetentionTier } from '@svc/plugin-system/contract'
import { rowsTier } from '@svc/series'
import type { AccountingConfig } from './config.ts'

export const retention = (days: AccountingConfig['retention']): RetentionTier[] => [
  rowsTier('accounting_traffic_hourly', 'hour', days.traffic_hourly_days),
  rowsTier('accounting_traffic_daily', 'day', days.traffic_daily_days),
  // cost advisories look at the last 24 hours
  rowsTier('accounting_activity_hours', 'hour', 2),
]
