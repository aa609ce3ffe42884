import { type Static, Type } from '@sinclair/typebox'
import { DisplayName, Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'
import { ProbeType, Target } from '../network/network-schema.ts'

/** Request body of a ping task. Updates may omit any field. */
export const PingTaskInput = Type.Object({
  name: DisplayName(128),
  probe_type: ProbeType,
  target: Target,
  interval: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400, description: 'seconds; default 60' })),
  server_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10_000, description: 'empty: every server' }),
  ),
  enabled: Type.Optional(Type.Boolean()),
})
export type PingTaskInput = Static<typeof PingTaskInput>

export const PingTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  probe_type: ProbeType,
  target: Type.String(),
  interval: Type.Integer({ description: 'seconds' }),
  server_ids: Type.Array(Type.String(), { description: 'empty: every server' }),
  server_ids_json: Type.String({ description: 'JSON text of `server_ids`' }),
  enabled: Type.Boolean(),
  created_at: Timestamp,
})
export type PingTask = Static<typeof PingTask>

export const PingRecord = Type.Object({
  id: Type.Integer(),
  task_id: Type.String(),
  server_id: Type.String(),
  latency: Nullable(Type.Number({ description: 'milliseconds; null without a response' })),
  success: Type.Boolean(),
  error: Nullable(Type.String()),
  time: Timestamp,
})
export type PingRecord = Static<typeof PingRecord>

/** Results of one server in steps of equal length, for charts. */
export const PingSeries = Type.Object({
  server_id: Type.String(),
  server_name: Type.String(),
  points: Type.Array(
    Type.Object({
      time: Timestamp,
      avg_latency: Nullable(Type.Number()),
      max_latency: Nullable(Type.Number()),
      sent: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
})
export type PingSeries = Static<typeof PingSeries>

nameSchemas({ PingTaskInput, PingTask, PingRecord, PingSeries })
