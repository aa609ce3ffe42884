import { type Static, Type } from '@sinclair/typebox'

const days = (initial: number, description: string) =>
  Type.Integer({ default: initial, minimum: 1, maximum: 3650, description })

export const config = Type.Object({
  retention: Type.Object({
    records_days: days(7, 'days to keep raw records (one per server and minute)'),
    records_hourly_days: days(90, 'days to keep hourly records'),
    gpu_records_days: days(7, 'days to keep GPU records'),
    uptime_daily_days: days(400, 'days to keep server uptime'),
  }),
})
export type MetricsConfig = Static<typeof config>
