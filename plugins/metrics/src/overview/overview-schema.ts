import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'
import { TrafficShare } from '../traffic/traffic-schema.ts'

/** Overview data of a server that is not part of its live metrics. */
export const OverviewRow = Type.Object({
  server_id: Type.String(),
  offline_since: Nullable(
    Type.String({
      format: 'date-time',
      description: 'end of the last record; null while connected or without records',
    }),
  ),
  uptime: Nullable(
    Type.Object(
      {
        percent: Type.Number(),
        known_minutes: Type.Integer({ description: 'minutes with known uptime status' }),
      },
      { description: 'last 30 UTC days; null without data' },
    ),
  ),
  recent: Nullable(
    Type.Object(
      {
        minutes: Type.Integer({ description: 'minutes with a record' }),
        cpu_mean: Type.Number({ description: 'percent' }),
        cpu_least: Type.Number({ description: 'percent' }),
        temperature: Nullable(Type.Number({ description: 'mean, degrees Celsius' })),
      },
      { description: 'last ten minutes; null without a record' },
    ),
  ),
  traffic: Nullable(TrafficShare),
  expires_at: Nullable(Timestamp),
  disk: Nullable(
    Type.Object(
      { bytes_per_day: Type.Integer(), full_at: Timestamp },
      { description: 'null unless usage grows steadily and the disk will be full within 30 days' },
    ),
  ),
})
export type OverviewRow = Static<typeof OverviewRow>
