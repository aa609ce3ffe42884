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
  /** undefined while alerts is off: then nobody is told */
  readonly notifications: Pick<Notifications, 'notify'> | undefined
  readonly silence: Silence | undefined
}

/** Writes what a check found: the record, the state of the monitor and the notice, all or nothing. */
export const makeWriteOutcome =
  ({ db, clock, monitors, records, notifications, silence }: Parts) =>
  (id: string, outcome: Outcome, startedAt: number): RecordRow | undefined =>
    db.transaction(() => {
      const row = monitors.get(id)
      if (!row) return undefined
      const servers = JSON.parse(row.server_ids_json) as string[]
      const muted = servers.some((server) => silence?.isSilenced(server))
      const { state, tells } = afterCheck(row, { outcome, startedAt, muted })
      monitors.note(id, state)
      if (tells && row.notification_group_id !== null) {
        const at = toSeconds(clock.now())
        const told = { event: tells, error: outcome.error, at, since: row.outage_since }
        notifications?.notify(row.notification_group_id, noticeOf(row, told))
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
export type WriteOutcome = ReturnType<typeof makeWriteOutcome>
