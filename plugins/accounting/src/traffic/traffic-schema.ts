import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'

const bytes = { bytes_in: Type.Integer(), bytes_out: Type.Integer() }
const CalendarDate = Type.String({ format: 'date', description: 'day in `scheduler.timezone`' })

export const TrafficDay = Type.Object({ date: CalendarDate, ...bytes })
export type TrafficDay = Static<typeof TrafficDay>
const TrafficHour = Type.Object({ hour: Timestamp, ...bytes })

const Prediction = Nullable(
  Type.Object(
    { estimated_total: Type.Integer(), estimated_percent: Type.Number(), will_exceed: Type.Boolean() },
    { description: 'forecast for the end of the cycle; null before its fourth day and without a limit' },
  ),
)

/** The calendar of traffic, billing and cost days. */
export const TrafficCalendar = Type.Object({
  timezone: Type.String({ description: '`scheduler.timezone`' }),
  today: CalendarDate,
})
export type TrafficCalendar = Static<typeof TrafficCalendar>

export const ServerTraffic = Type.Object({
  billing_cycle: Type.String(),
  cycle_start: CalendarDate,
  cycle_end: Type.String({ format: 'date', description: 'inclusive' }),
  ...bytes,
  bytes_total: Type.Integer(),
  traffic_limit: Nullable(Type.Integer()),
  traffic_limit_type: Nullable(Type.String()),
  usage_percent: Nullable(Type.Number({ description: 'percentage of the limit, by limit type; null without a limit' })),
  prediction: Prediction,
  days_remaining: Type.Integer({ description: 'days left in the cycle after today' }),
  daily: Type.Array(TrafficDay, { description: 'days of the cycle with traffic' }),
  hourly: Type.Array(TrafficHour, { description: 'hours of today with traffic' }),
})
export type ServerTraffic = Static<typeof ServerTraffic>

export const TrafficOverview = Type.Object({
  server_id: Type.String(),
  name: Type.String(),
  cycle_in: Type.Integer(),
  cycle_out: Type.Integer(),
  traffic_limit: Nullable(Type.Integer()),
  traffic_limit_type: Nullable(Type.String()),
  billing_cycle: Type.String(),
  percent_used: Nullable(Type.Number({ description: 'percentage of the limit, by limit type' })),
  prediction: Prediction,
  days_remaining: Type.Integer({ description: 'days left in the cycle after today' }),
})
export type TrafficOverview = Static<typeof TrafficOverview>

const TrafficCycle = Type.Object({
  period: Type.String({ description: '`2026-05`, `2026-Q2` or `2026`, by its first day' }),
  start: CalendarDate,
  end: CalendarDate,
  ...bytes,
})
export const TrafficCycles = Type.Object({ current: TrafficCycle, history: Type.Array(TrafficCycle) })
export type TrafficCycles = Static<typeof TrafficCycles>

nameSchemas({ TrafficDay, TrafficHour, TrafficCalendar, ServerTraffic, TrafficOverview, TrafficCycle, TrafficCycles })

export const OverviewDailyQuery = Type.Object({ days: Type.Integer({ default: 30, minimum: 1, maximum: 3650 }) })
export const DailyQuery = Type.Object({
  from: Type.Optional(Type.String({ description: 'date; default: `days` before `to`' })),
  to: Type.Optional(Type.String({ description: 'date; default: today in `scheduler.timezone`' })),
  days: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3650,
    description: 'number of days up to `to`, if `from` is omitted',
  }),
})
export const CyclesQuery = Type.Object({
  history: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 120,
    description: 'number of cycles, including the current one',
  }),
})
export const ServerIdParams = Type.Object({ server_id: Type.String() })
