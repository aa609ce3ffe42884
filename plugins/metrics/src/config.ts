import { type Static, Type } from '@sinclair/typebox'
import { accountingRetention, scheduler } from './accounting-config.ts'

export const config = Type.Object({
  scheduler,
  retention: Type.Object({
    records_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep raw records (one per server and minute)',
    }),
    records_hourly_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep hourly records',
    }),
    gpu_records_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days to keep GPU records',
    }),
    ...accountingRetention,
  }),
})
export type MetricsConfig = Static<typeof config>
