import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, DisplayName, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

export const MonitorType = OneOf(
  ...(['ssl', 'dns', 'http_keyword', 'tcp', 'ping', 'push', 'whois', 'postgres', 'mysql', 'redis', 'docker'] as const),
)
export type MonitorType = Static<typeof MonitorType>

const Config = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** Request body of a monitor. Updates may omit any field and must not change the type. */
export const MonitorInput = Type.Object({
  name: DisplayName(),
  monitor_type: MonitorType,
  target: Type.String({ maxLength: 2048, description: 'empty for `push`' }),
  interval: Type.Optional(Type.Integer({ minimum: 10, maximum: 86_400, description: 'seconds; default 300' })),
  config_json: Type.Optional(Config),
  notification_group_id: optional(Type.String({ maxLength: 64 })),
  retry_count: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'tolerated consecutive failures; default 1' }),
  ),
  server_ids_json: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 1000,
      description: 'servers whose maintenance mutes the notifications of this monitor',
    }),
  ),
  enabled: Type.Optional(Type.Boolean()),
  group_name: optional(Type.String({ maxLength: 100, description: 'heading in lists; empty: none' })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
})
export type MonitorInput = Static<typeof MonitorInput>

const monitorFields = {
  id: Type.String(),
  name: Type.String(),
  monitor_type: MonitorType,
  target: Type.String(),
  interval: Type.Integer({ description: 'seconds' }),
  config_json: Type.String({ description: 'JSON text of `config`' }),
  config: Config,
  notification_group_id: Nullable(Type.String()),
  retry_count: Type.Integer(),
  server_ids: Type.Array(Type.String()),
  server_ids_json: Nullable(Type.String({ description: 'JSON text of `server_ids`; null if empty' })),
  enabled: Type.Boolean(),
  group_name: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  last_status: Nullable(Type.Boolean({ description: 'null before the first check' })),
  last_latency: Nullable(Type.Number({ description: 'milliseconds of the last check' })),
  last_error: Nullable(Type.String()),
  last_error_text: Nullable(CodedTextSchema),
  consecutive_failures: Type.Integer(),
  outage: Nullable(
    Type.Object({
      since: Timestamp,
      announced: Type.Boolean({ description: 'more consecutive failures than tolerated' }),
      notified: Type.Boolean({ description: 'the notification group had an enabled channel then' }),
    }),
  ),
  checking: Type.Boolean({ description: 'a check is running' }),
  last_checked_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** The last checks of a monitor, oldest first, and its uptime from 0 to 1. */
export const MonitorBeats = Type.Object({
  monitor_id: Type.String(),
  beats: Type.Array(Type.Object({ time: Timestamp, success: Type.Boolean() })),
  uptime_24h: Nullable(Type.Number({ description: 'null without checks' })),
  uptime_30d: Nullable(Type.Number()),
})
export type MonitorBeats = Static<typeof MonitorBeats>

/** Members do not see headers and body of HTTP checks, which may hold credentials. */
export const Monitor = Type.Object(monitorFields)
export type Monitor = Static<typeof Monitor>

export const MonitorRecord = Type.Object({
  id: Type.Integer(),
  monitor_id: Type.String(),
  success: Type.Boolean(),
  latency: Nullable(Type.Number({ description: 'milliseconds' })),
  detail_json: Type.String({ description: 'JSON text of `detail`' }),
  detail: Config,
  error: Nullable(Type.String()),
  error_text: Nullable(CodedTextSchema),
  time: Timestamp,
})
export type MonitorRecord = Static<typeof MonitorRecord>

export const MonitorDetail = Type.Object({ ...monitorFields, latest_record: Nullable(MonitorRecord) })
export type MonitorDetail = Static<typeof MonitorDetail>

/** Statistics of a monitor over a time range. */
export const MonitorSummary = Type.Object({
  monitor_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  checks: Type.Integer(),
  failures: Type.Integer(),
  availability: Nullable(Type.Number({ description: '0 to 1; null without checks' })),
  avg_latency: Nullable(Type.Number({ description: 'milliseconds, of successful checks' })),
  p50_latency: Nullable(Type.Number()),
  p95_latency: Nullable(Type.Number()),
  series: Type.Array(
    Type.Object({
      time: Timestamp,
      checks: Type.Integer(),
      failures: Type.Integer(),
      avg_latency: Nullable(Type.Number()),
      max_latency: Nullable(Type.Number()),
    }),
    { description: 'steps of equal length, oldest first, at most 300; steps without checks are omitted' },
  ),
})
export type MonitorSummary = Static<typeof MonitorSummary>

nameSchemas({ MonitorInput, Monitor, MonitorRecord, MonitorDetail, MonitorSummary })
