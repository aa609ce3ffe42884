import { toTimestamp } from '@svc/plugin-sdk'
import type { AlertState } from '../rules/rule-schema.ts'
import type { ChangeRow } from './changes-store.ts'
import type { AlertChange, AlertEvent } from './event-schema.ts'
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
