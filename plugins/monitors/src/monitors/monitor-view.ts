import type { Servers } from '@svc/plugin-enrollment/contract'
import { type CodedText, type Core, type Principal, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { maskQuery } from '@svc/protocol'
import type { Monitor, MonitorRecord } from '../monitor-schema.ts'
import type { RecordRow } from '../records/records-store.ts'
import type { ConfigEncryption } from './config-encryption.ts'
import type { MonitorRow } from './monitors-store.ts'

const parseText = (json: string | null) => (json === null ? null : (JSON.parse(json) as CodedText))

interface Parts {
  readonly encryption: Pick<ConfigEncryption, 'redacted'>
  readonly servers: Pick<Servers, 'isVisible'>
  readonly text: Core['text']
  isChecking(id: string): boolean
}

/** A monitor as a user may see it: members see neither hidden servers nor possible credentials. */
export const makeMonitorView =
  ({ encryption, servers, text, isChecking }: Parts) =>
  (row: MonitorRow, viewer: Principal): Monitor => {
    const config = encryption.redacted(row, viewer.role === 'admin')
    const server_ids = (JSON.parse(row.server_ids_json) as string[]).filter((id) => servers.isVisible(id, viewer))
    const last_error_text = parseText(row.last_error_json)
    return {
      id: row.id,
      name: row.name,
      monitor_type: row.monitor_type,
      target: viewer.role === 'admin' ? row.target : maskQuery(row.target),
      interval: row.interval_s,
      config_json: JSON.stringify(config),
      config,
      notification_group_id: row.notification_group_id,
      retry_count: row.retry_count,
      server_ids,
      server_ids_json: server_ids.length > 0 ? JSON.stringify(server_ids) : null,
      enabled: row.enabled === 1,
      group_name: row.group_name,
      tags: JSON.parse(row.tags_json) as string[],
      last_status: row.last_status === null ? null : row.last_status === 1,
      last_latency: row.last_latency,
      last_error: last_error_text && text(last_error_text),
      last_error_text,
      consecutive_failures: row.consecutive_failures,
      outage:
        row.outage_since === null
          ? null
          : {
              since: toTimestamp(row.outage_since),
              announced: row.outage_announced === 1,
              notified: row.outage_notified === 1,
            },
      checking: isChecking(row.id),
      last_checked_at: row.checked_at_ms === null ? null : toTimestamp(toSeconds(row.checked_at_ms)),
      created_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
    }
  }
export type MonitorView = ReturnType<typeof makeMonitorView>

export function recordView(row: RecordRow, monitorId: string, text: Core['text']): MonitorRecord {
  const error_text = parseText(row.error_json)
  return {
    id: row.id,
    monitor_id: monitorId,
    success: row.success === 1,
    latency: row.latency,
    detail_json: row.detail_json,
    detail: JSON.parse(row.detail_json) as Record<string, unknown>,
    error: error_text && text(error_text),
    error_text,
    time: toTimestamp(row.time),
  }
}
