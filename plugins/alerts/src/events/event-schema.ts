import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp, toTimestamp } from '@svc/plugin-sdk'
import type { AlertState } from '../rules/rule-schema.ts'
import type { ChangeRow } from './changes-store.ts'
import type { StateRow } from './states-store.ts'

/** Name of deleted servers. */
const unknownServer = 'Unknown'

const toTimestampOrNull = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))

const alertKey = ({ rule_id, server_id }: Pick<StateRow, 'rule_id' | 'server_id'>): string => `${rule_id}:${server_id}`

export const stateView = (row: StateRow, serverName: string | undefined): AlertState => ({
  server_id: row.server_id,
  server_name: serverName ?? unknownServer,
  first_triggered_at: toTimestamp(row.first_triggered_at),
  last_notified_at: toTimestampOrNull(row.last_notified_at),
  count: row.count,
  resolved: row.resolved_at !== null,
  resolved_at: toTimestampOrNull(row.resolved_at),
  suppressed: row.suppressed === 1,
})

export const eventView = (row: StateRow, ruleName: string, serverName: string | undefined): AlertEvent => ({
  alert_key: alertKey(row),
  rule_id: row.rule_id,
  rule_name: ruleName,
  server_id: row.server_id,
  server_name: serverName ?? unknownServer,
  status: row.resolved_at === null ? 'firing' : 'resolved',
  event_at: toTimestamp(row.resolved_at ?? row.first_triggered_at),
  resolved_at: toTimestampOrNull(row.resolved_at),
  count: row.count,
  suppressed: row.suppressed === 1,
})

export const changeView = (row: ChangeRow): AlertChange => ({
  id: row.id,
  alert_key: alertKey(row),
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  server_id: row.server_id,
  server_name: row.server_name,
  change: row.change,
  reason: row.reason,
  suppressed: row.suppressed === 1,
  message: { en: row.message_en, zh: row.message_zh },
  at: toTimestamp(row.at),
})

const Status = OneOf('firing', 'resolved')

/** The current alert of a rule on a server. */
export const AlertEvent = Type.Object({
  alert_key: Type.String({ description: 'rule id, colon, server id' }),
  rule_id: Type.String(),
  rule_name: Type.String(),
  server_id: Type.String(),
  server_name: Type.String({ description: '`Unknown` when the server was deleted' }),
  status: Status,
  event_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  count: Type.Integer(),
  suppressed: Type.Boolean(),
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
  change: OneOf('fired', 'resolved', 'reminded'),
  /** why it was resolved: recovered, no further events, or a change of rule or server */
  reason: Nullable(OneOf('recovered', 'quiet', 'rule_changed', 'rule_disabled', 'rule_deleted', 'server_deleted')),
  suppressed: Type.Boolean({ description: 'no one was notified because the server was silenced' }),
  message: Type.Object({ en: Type.String(), zh: Type.String() }),
  at: Timestamp,
})
export type AlertChange = Static<typeof AlertChange>

export const AlertEventDetail = Type.Object({
  alert_key: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String(),
  server_id: Type.String(),
  server_name: Type.String(),
  status: Status,
  message: Type.String(),
  trigger_count: Type.Integer(),
  first_triggered_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  rule_enabled: Type.Boolean(),
  rule_trigger_mode: OneOf('always', 'once'),
  changes: Type.Array(AlertChange, { description: 'the last 50, newest first' }),
})
export type AlertEventDetail = Static<typeof AlertEventDetail>

/** `next` is the cursor of the next page; null on the last one. */
export const AlertChangePage = Type.Object({ items: Type.Array(AlertChange), next: Nullable(Type.String()) })
