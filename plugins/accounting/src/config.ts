import { type Static, Type } from '@sinclair/typebox'

const days = (initial: number, description: string) =>
  Type.Integer({ default: initial, minimum: 1, maximum: 3650, description })

export const config = Type.Object({
  retention: Type.Object({
    traffic_hourly_days: days(7, 'days to keep hourly traffic'),
    traffic_daily_days: days(400, 'days to keep daily traffic, which billing cycle totals are computed from'),
  }),
})
export type AccountingConfig = Static<typeof config>
