import { type Static, Type } from '@sinclair/typebox'
import { DisplayName, FilledLine, Nullable, nameSchemas, OneOf, Timestamp, textRule } from '@svc/plugin-sdk'

export const ProbeType = OneOf('icmp', 'tcp', 'http')
/** Per server. */
export const maxTargets = 20

/** May be empty. */
const Label = Type.String({
  maxLength: 100,
  ...textRule(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'kernel.CONTROL_CHARACTERS'),
})
export const Target = FilledLine(2048, { description: 'host, host:port or URL, depending on the type' })
const Latency = (description: string) => Nullable(Type.Number({ description: `${description}, milliseconds` }))
const Share = Type.Number({ description: 'fraction, 0 to 1' })

/** Request body of a custom target. Updates may omit any field. */
export const NetworkTargetInput = Type.Object({
  name: DisplayName(),
  provider: Label,
  location: Label,
  target: Target,
  probe_type: ProbeType,
})
export type NetworkTargetInput = Static<typeof NetworkTargetInput>

export const NetworkTarget = Type.Object({
  id: Type.String(),
  name: Type.String(),
  provider: Type.String(),
  location: Type.String(),
  target: Type.String(),
  probe_type: ProbeType,
  source: Nullable(Type.String({ description: '`preset:` and the group; null for custom targets' })),
  source_name: Nullable(Type.String()),
  created_at: Nullable(Timestamp),
  updated_at: Nullable(Timestamp),
})
export type NetworkTarget = Static<typeof NetworkTarget>

const TargetIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 1000 })

export const NetworkSetting = Type.Object({
  interval: Type.Integer({ description: 'seconds, 30 to 600' }),
  packet_count: Type.Integer({ description: 'per round, 5 to 20' }),
  default_target_ids: TargetIds,
})
export type NetworkSetting = Static<typeof NetworkSetting>

const Limit = (of: string) =>
  Type.Integer({ description: `milliseconds above which latency is ${of}; from the configuration file` })

/** The settings with the latency thresholds of the configuration file. */
export const NetworkSettingAnswer = Type.Object({
  ...NetworkSetting.properties,
  high_latency_ms: Limit('high'),
  very_high_latency_ms: Limit('very high'),
})
export type NetworkSettingAnswer = Static<typeof NetworkSettingAnswer>

export const TargetAssignment = Type.Object({ target_ids: TargetIds })

/** The same targets for several servers. */
export const TargetAssignments = Type.Object({
  server_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 1000 }),
  target_ids: TargetIds,
})

export const NetworkRecord = Type.Object({
  server_id: Type.String(),
  target_id: Type.String(),
  timestamp: Timestamp,
  avg_latency: Latency('average'),
  min_latency: Latency('minimum'),
  max_latency: Latency('maximum'),
  packet_loss: Share,
  packet_sent: Type.Integer(),
  packet_received: Type.Integer(),
})
export type NetworkRecord = Static<typeof NetworkRecord>

/** The last 24 hours of a target from one server. */
export const TargetSummary = Type.Object({
  target_id: Type.String(),
  target_name: Type.String(),
  provider: Type.String(),
  location: Type.String(),
  probe_type: ProbeType,
  avg_latency: Latency('average'),
  min_latency: Latency('minimum'),
  max_latency: Latency('maximum'),
  p50_latency: Latency('median of the rounds'),
  p95_latency: Latency('95th percentile of the rounds'),
  last_latency: Latency('average of the newest round'),
  last_loss: Nullable(Type.Number({ description: 'of the newest round: fraction, 0 to 1' })),
  packet_loss: Nullable(Share),
  availability: Nullable(Share),
  last_probe_at: Nullable(Timestamp),
})
export type TargetSummary = Static<typeof TargetSummary>

const summary = {
  server_id: Type.String(),
  server_name: Type.String(),
  online: Type.Boolean(),
  targets: Type.Array(TargetSummary),
  last_probe_at: Nullable(Timestamp),
  anomaly_count: Type.Integer({ description: 'of the last 24 hours' }),
}
export const NetworkSummary = Type.Object(summary)
export type NetworkSummary = Static<typeof NetworkSummary>

export const NetworkOverview = Type.Object({
  ...summary,
  latency_sparkline: Type.Array(Latency('average over the targets'), { description: '30, newest last' }),
  loss_sparkline: Type.Array(Nullable(Share), { description: '30, newest last' }),
})
export type NetworkOverview = Static<typeof NetworkOverview>

const AnomalyType = OneOf(
  'unreachable',
  'very_high_latency',
  'high_latency',
  'very_high_packet_loss',
  'high_packet_loss',
)

export const NetworkAnomaly = Type.Object({
  timestamp: Timestamp,
  target_id: Type.String(),
  target_name: Type.String(),
  anomaly_type: AnomalyType,
  value: Type.Number({ description: 'milliseconds, or a fraction' }),
})
export type NetworkAnomaly = Static<typeof NetworkAnomaly>

nameSchemas({
  NetworkTargetInput,
  NetworkTarget,
  NetworkSetting,
  NetworkSettingAnswer,
  TargetAssignment,
  TargetAssignments,
  NetworkRecord,
  TargetSummary,
  NetworkSummary,
  NetworkOverview,
  NetworkAnomaly,
})
