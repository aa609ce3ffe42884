import type { Notice, Notifications, Silence } from '@svc/plugin-alerts/contract'
import { type Clock, type CodedText, type Database, text, toSeconds } from '@svc/plugin-sdk'
import { monitorKind } from '../alert-subjects.ts'
import type { Outcome } from '../checks/check-type.ts'
import { type MonitorRow, type MonitorsStore, stateOf } from '../monitors/monitors-store.ts'
import type { RecordRow, RecordsStore } from '../records/records-store.ts'
import { afterCheck } from './outage.ts'

interface OutageEvent {
  readonly event: 'triggered' | 'recovered'
  /** why the check failed */
  readonly error: CodedText | null
  /** epoch seconds */
  readonly at: number
  /** start of the outage that ended, epoch seconds; null if unknown */
  readonly since: number | null
}

const toMinutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))

function messageOf(name: string, { event, error, at, since }: OutageEvent): CodedText {
  if (event === 'triggered') {
    return text('monitors.DOWN', { name, reason: error ?? text('monitors.CHECK_FAILED') })
  }
  if (since === null) return text('monitors.RECOVERED', { name })
  return text('monitors.RECOVERED_AFTER', { name, minutes: toMinutes(at - since) })
}

/** The notification about an outage or its end. */
function noticeOf({ id, name, monitor_type }: MonitorRow, outageEvent: OutageEvent): Notice {
  return {
    event: outageEvent.event,
    subjectKind: monitorKind,
    subjectId: id,
    subjectName: name,
    ruleId: id,
    ruleName: `${name} (${monitor_type})`,
    message: messageOf(name, outageEvent),
    at: outageEvent.at,
    cpu: null,
    memory: null,
  }
}

interface Parts {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly monitors: MonitorsStore
  readonly records: RecordsStore
  /** undefined while the alerts plugin is disabled */
  readonly notifications: Pick<Notifications, 'notify' | 'reaches'> | undefined
  readonly silence: Silence | undefined
}

/** Saves the outcome of a check: record, monitor state and notification in one transaction. */
export const makeSaveOutcome =
  ({ db, clock, monitors, records, notifications, silence }: Parts) =>
  (
    monitorId: string,
    outcome: Outcome,
    startedAt: number,
    onSaved: (record: RecordRow) => void = () => {},
  ): RecordRow | undefined =>
    db.transaction(() => {
      const row = monitors.get(monitorId)
      if (!row) return undefined
      if (outcome.pending) {
        monitors.saveState(monitorId, {
          ...stateOf(row),
          checked_at_ms: startedAt,
          memory: outcome.memory ?? row.memory,
        })
        return undefined
      }
      const serverIds = JSON.parse(row.server_ids_json) as string[]
      const muted = serverIds.some((serverId) => silence?.isSilenced(serverId))
      const { state, event } = afterCheck(row, { outcome, startedAt, muted })
      const { notification_group_id: groupId } = row
      const isReached = groupId !== null && notifications?.reaches(groupId) === true
      monitors.saveState(monitorId, event === 'triggered' ? { ...state, outage_notified: isReached ? 1 : 0 } : state)
      if (event) {
        const at = toSeconds(clock.now())
        const notice = noticeOf(row, { event, error: outcome.error, at, since: row.outage_since })
        notifications?.notify(groupId, notice)
      }
      const record = records.insert({
        monitor: row.number,
        success: outcome.success ? 1 : 0,
        latency: outcome.latency,
        detail_json: JSON.stringify(outcome.detail),
        error_json: outcome.error && JSON.stringify(outcome.error),
        time: toSeconds(startedAt),
        changed: row.last_status === (outcome.success ? 1 : 0) ? 0 : 1,
      })
      onSaved(record)
      return record
    })
export type SaveOutcome = ReturnType<typeof makeSaveOutcome>
