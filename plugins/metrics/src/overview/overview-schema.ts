import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'
import { TrafficShare } from '../traffic/traffic-schema.ts'

/** What only the server knows of a server that somebody on duty should look at. */
export const OverviewRow = Type.Object({
  server_id: Type.String(),
  offline_since: Nullable(
    Type.String({
      format: 'date-time',
      description: 'end of its last record; null while connected, or without records',
    }),
  ),
  uptime: Nullable(
    Type.Object(
      {
        percent: Type.Number(),
        known_minutes: Type.Integer({ description: 'minutes of which it is known whether the server was up' }),
      },
      { description: 'of the last 30 UTC days; null when nothing is known' },
    ),
  ),
  recent: Nullable(
    Type.Object(
      {
        minutes: Type.Integer({ description: 'minutes with a record' }),
        cpu_mean: Type.Number({ description: 'percent' }),
        cpu_least: Type.Number({ description: 'percent' }),
        temperature: Nullable(Type.Number({ description: 'degrees Celsius, mean' })),
      },
      { description: 'the last ten minutes since the program started; null without a record in them' },
    ),
  ),
  traffic: Nullable(TrafficShare),
  expires_at: Nullable(Timestamp),
  disk: Nullable(
    Type.Object(
      { bytes_per_day: Type.Integer(), full_at: Timestamp },
      { description: 'null unless a week of hourly records grows steadily towards its end within 30 days' },
    ),
  ),
})
export type OverviewRow = Static<typeof OverviewRow>
