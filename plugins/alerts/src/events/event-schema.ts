import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

const Status = OneOf('firing', 'resolved')

const Source = Type.String({
  description: 'what the alert is about on the server, for example an address; empty for most rules',
})

/** What users did about an alert, and what nobody knows. */
const Handling = {
  severity: OneOf('warning', 'critical'),
  no_data_since: Nullable(Timestamp),
  acknowledged_at: Nullable(Timestamp),
  acknowledged_by: Nullable(Type.String({ description: 'name of the user' })),
  silence: Nullable(
    Type.Object(
      { id: Type.String(), until: Timestamp, created_by: Type.String() },
      { description: 'set by a user; of this alert, its rule or its server' },
    ),
  ),
}

/** The current alert of a rule on a server. */
export const AlertEvent = Type.Object({
  alert_key: Type.String({ description: 'rule id, colon, server id; with a source, another colon and the source' }),
  rule_id: Type.String(),
  rule_name: Type.String(),
  server_id: Type.String(),
  server_name: Type.String({ description: '`Unknown` when the server was deleted' }),
  source: Source,
  status: Status,
  value: Nullable(Type.String({ description: 'values and thresholds' })),
  value_text: Nullable(CodedTextSchema),
  first_triggered_at: Timestamp,
  event_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  count: Type.Integer(),
  suppressed: Type.Boolean({ description: 'no one was notified because the server was silenced' }),
  silenced_by: Nullable(Type.String({ description: 'what silenced it, for example the name of a maintenance window' })),
  ...Handling,
})
export type AlertEvent = Static<typeof AlertEvent>

/** An entry in the history of an alert. */
export const AlertChange = Type.Object({
  id: Type.Integer(),
  alert_key: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String({ description: 'at the time of the change' }),
  server_id: Type.String(),
  server_name: Type.String({ description: 'at the time of the change' }),
  source: Source,
  change: OneOf('fired', 'resolved', 'no_data', 'acknowledged', 'unacknowledged'),
  /** why it was resolved: recovered, no further events, or a change of rule or server */
  reason: Nullable(
    OneOf(
      'recovered',
      'quiet',
      'no_data',
      'not_covered',
      'rule_changed',
      'rule_disabled',
      'rule_deleted',
      'server_deleted',
    ),
  ),
  suppressed: Type.Boolean({ description: 'no one was notified because the server was silenced' }),
  silenced_by: Nullable(Type.String({ description: 'what silenced it, for example the name of a maintenance window' })),
  message: Type.String(),
  message_text: CodedTextSchema,
  at: Timestamp,
})
export type AlertChange = Static<typeof AlertChange>

export const AlertEventDetail = Type.Object({
  alert_key: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String(),
  server_id: Type.String(),
  server_name: Type.String(),
  source: Source,
  status: Status,
  message: Type.String({ description: 'the latest, in the language of notifications' }),
  value: Nullable(Type.String({ description: 'values and thresholds' })),
  value_text: Nullable(CodedTextSchema),
  ...Handling,
  trigger_count: Type.Integer(),
  first_triggered_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  rule_enabled: Type.Boolean(),
  rule_trigger_mode: OneOf('always', 'once'),
  rule_reminder_minutes: Type.Integer(),
  changes: Type.Array(AlertChange, { description: 'the last 50, newest first' }),
  changes_next: Nullable(
    Type.String({
      description: 'cursor of earlier changes for `GET /api/alert-history` with this rule, server and source',
    }),
  ),
})
export type AlertEventDetail = Static<typeof AlertEventDetail>

/** A time during which an alert of a server was firing. */
export const AlertPeriod = Type.Object({
  rule_id: Type.String(),
  rule_name: Type.String({ description: 'at the time of the alert' }),
  severity: OneOf('warning', 'critical'),
  from: Timestamp,
  to: Nullable(Timestamp),
  value: Nullable(Type.String({ description: 'values and thresholds' })),
  value_text: Nullable(CodedTextSchema),
})
export type AlertPeriod = Static<typeof AlertPeriod>

/** `next` is the cursor of the next page; null on the last one. */
export const AlertChangePage = Type.Object({ items: Type.Array(AlertChange), next: Nullable(Type.String()) })

nameSchemas({ AlertPeriod, AlertEvent, AlertChange, AlertEventDetail, AlertChangePage })
