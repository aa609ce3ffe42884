import type { RetentionTier } from '@svc/plugin-system/contract'
import { numberBits } from '@svc/series'
import type { AccountingConfig } from './config.ts'

const hourKeys = { column: 'id', packed: { shift: numberBits, unitSeconds: 3600 } } as const
const dayKeys = { column: 'id', packed: { shift: numberBits, unitSeconds: 86_400 } } as const

export const retention = (days: AccountingConfig['retention']): RetentionTier[] => [
  { ...hourKeys, table: 'accounting_traffic_hourly', days: days.traffic_hourly_days },
  { ...dayKeys, table: 'accounting_traffic_daily', days: days.traffic_daily_days },
  // cost advisories look at the last 24 hours
  { ...hourKeys, table: 'accounting_activity_hours', days: 2 },
]
