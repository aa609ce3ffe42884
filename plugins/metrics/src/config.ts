import { type Static, Type } from '@sinclair/typebox'
import { accountsRetention, scheduler } from './accounting-config.ts'

export const config = Type.Object({
  scheduler,
  retention: Type.Object({
    records_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days that raw records (one per server and minute) are kept',
    }),
    records_hourly_days: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      description: 'days that hourly records are kept',
    }),
    gpu_records_days: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 3650,
      description: 'days that records of GPUs are kept',
    }),
    ...accountsRetention,
  }),
})
export type MetricsConfig = Static<typeof config>
