import { Type } from '@sinclair/typebox'

/** The retention keys of what is accounted from records. */
export const accountsRetention = {
  traffic_hourly_days: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 3650,
    description: 'days that the traffic of single hours is kept',
  }),
  traffic_daily_days: Type.Integer({
    default: 400,
    minimum: 1,
    maximum: 3650,
    description: 'days that the traffic of single days is kept; totals of a billing cycle are added up from it',
  }),
  uptime_daily_days: Type.Integer({
    default: 400,
    minimum: 1,
    maximum: 3650,
    description: 'days that the uptime of servers is kept',
  }),
}

export const scheduler = Type.Object({
  timezone: Type.String({
    default: 'UTC',
    format: 'timezone',
    description: 'IANA time zone whose midnight ends a day of traffic and billing',
  }),
})
