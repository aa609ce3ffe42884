import type { Notifications, Silence } from '@svc/plugin-alerts/contract'
import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Outcome } from '../checks/outcome.ts'
import type { MonitorsStore } from '../monitors/monitors-store.ts'
import type { RecordRow, RecordsStore } from '../records/records-store.ts'
import { noticeOf } from './notice.ts'
import { afterCheck } from './outage.ts'

interface Parts {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: MonitorsStore
  readonly records: RecordsStore
  /** undefined while the alerts plugin is disabled */
  readonly notifications: Pick<Notifications, 'notify'> | undefined
  readonly silence: Silence | undefined
}

/** Saves the outcome of a check: record, monitor state and notification in one transaction. */
export const makeSaveOutcome =
  ({ db, clock, monitors, records, notifications, silence }: Parts) =>
  (monitorId: string, outcome: Outcome, startedAt: number): RecordRow | undefined =>
    db.transaction(() => {
      const row = monitors.get(monitorId)
      if (!row) return undefined
      const serverIds = JSON.parse(row.server_ids_json) as string[]
      const muted = serverIds.some((serverId) => silence?.isSilenced(serverId))
      const { state, event } = afterCheck(row, { outcome, startedAt, muted })
      monitors.saveState(monitorId, state)
      if (event && row.notification_group_id !== null) {
        const at = toSeconds(clock.now())
        const notice = noticeOf(row, { event, error: outcome.error, at, since: row.outage_since })
        notifications?.notify(row.notification_group_id, notice)
      }
      return records.insert({
        monitor: row.number,
        success: outcome.success ? 1 : 0,
        latency: outcome.latency,
        detail_json: JSON.stringify(outcome.detail),
        error: outcome.error?.en ?? null,
        error_zh: outcome.error?.zh ?? null,
        time: toSeconds(startedAt),
      })
    })
export type SaveOutcome = ReturnType<typeof makeSaveOutcome>
