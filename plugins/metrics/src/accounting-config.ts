import { Type } from '@sinclair/typebox'

/** Retention settings for traffic and uptime. */
export const accountingRetention = {
  traffic_hourly_days: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 3650,
    description: 'days to keep hourly traffic',
  }),
  traffic_daily_days: Type.Integer({
    default: 400,
    minimum: 1,
    maximum: 3650,
    description: 'days to keep daily traffic, which billing cycle totals are computed from',
  }),
  uptime_daily_days: Type.Integer({
    default: 400,
    minimum: 1,
    maximum: 3650,
    description: 'days to keep server uptime',
  }),
}

export const scheduler = Type.Object({
  timezone: Type.String({
    default: 'UTC',
    format: 'timezone',
    description: 'IANA time zone of traffic and billing days',
  }),
})
