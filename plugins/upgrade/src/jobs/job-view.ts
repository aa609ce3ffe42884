import { type CodedText, type Core, toTimestamp } from '@svc/plugin-sdk'
import type { UpgradeJob } from '../upgrade-schema.ts'
import type { JobRow } from './jobs-store.ts'

export const readText = (json: string | null): CodedText | null => (json === null ? null : JSON.parse(json))

/** A job as the API and browsers see it. */
export function jobView(row: JobRow, text: Core['text']): UpgradeJob {
  const error = readText(row.error_json)
  return {
    job_id: row.id,
    server_id: row.server_id,
    from_version: row.from_version,
    target_version: row.target_version,
    stage: row.stage,
    status: row.status,
    error: error && text(error),
    error_text: error,
    backup_path: row.backup_path,
    started_at: toTimestamp(row.started_at),
    finished_at: row.finished_at === null ? null : toTimestamp(row.finished_at),
  }
}
