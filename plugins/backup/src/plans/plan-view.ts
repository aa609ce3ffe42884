import type { CodedText } from '@svc/plugin-sdk'
import { type Core, toTimestamp } from '@svc/plugin-sdk'
import type { BackupRun, Plan } from './plan-schema.ts'
import { destinationOf, scheduleOf } from './plans.ts'
import type { PlanRow, PlansStore, RunRow } from './plans-store.ts'

const instant = (seconds: number | null): string | null => (seconds === null ? null : toTimestamp(seconds))

export function runView(run: RunRow, text: Core['text']): BackupRun {
  const { id, trigger, started_at, finished_at, state, name, size, removed, error_json } = run
  const error = error_json === null ? null : (JSON.parse(error_json) as CodedText)
  return {
    id,
    trigger,
    started_at: toTimestamp(started_at),
    finished_at: toTimestamp(finished_at),
    state,
    name,
    size,
    removed,
    error: error && text(error),
    error_text: error,
  }
}

export const makePlanView =
  (store: Pick<PlansStore, 'lastRun'>, text: Core['text']) =>
  (row: PlanRow): Plan => {
    const last = store.lastRun(row.id)
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled === 1,
      destination: destinationOf(row),
      schedule: scheduleOf(row),
      keep_last: row.keep_last,
      keep_days: row.keep_days,
      notification_group_id: row.notification_group_id,
      created_at: toTimestamp(row.created_at),
      next_run_at: instant(row.next_run_at),
      is_running: row.running_since !== null,
      last_run: last ? runView(last, text) : null,
      last_success_at: instant(row.last_success_at),
    }
  }
