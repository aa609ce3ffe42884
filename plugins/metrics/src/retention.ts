import type { RetentionTier } from '@svc/plugin-system/contract'
import { numberBits } from './record-key.ts'

interface Days {
  readonly records_days: number
  readonly records_hourly_days: number
  readonly gpu_records_days: number
}

const hours = { column: 'hour', packed: { shift: 0, unitSeconds: 3600 } } as const

/** Retention of records. Each kind has two tables: unsealed rows and sealed blocks. */
export const retention = (days: Days): RetentionTier[] => [
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
]
