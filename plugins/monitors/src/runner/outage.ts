import type { Outcome } from '../checks/check-type.ts'
import { type MonitorRow, type MonitorState, noOutage } from '../monitors/monitors-store.ts'

interface CheckResult {
  readonly outcome: Pick<Outcome, 'success' | 'latency' | 'error' | 'memory'>
  /** when the check began, epoch milliseconds */
  readonly startedAt: number
  /** notifications are muted, for example during maintenance */
  readonly muted: boolean
}

export interface Transition {
  readonly state: MonitorState
  /** notification to send */
  readonly event: 'triggered' | 'recovered' | undefined
}

interface OutageTransition {
  readonly outage: Pick<MonitorState, keyof typeof noOutage>
  readonly event: Transition['event']
}

/** An announced outage needs a recovery notification, which waits until notifications are no longer muted. */
function afterSuccess(row: MonitorRow, muted: boolean): OutageTransition {
  const recoveryPending = row.outage_announced === 1 || row.recovery_pending === 1
  if (!recoveryPending) return { outage: noOutage, event: undefined }
  return muted
    ? { outage: { ...noOutage, outage_notified: row.outage_notified, recovery_pending: 1 }, event: undefined }
    : { outage: noOutage, event: 'recovered' }
}

/** An outage begins with the first failure and is announced once: after more failures than tolerated, unless muted. */
function afterFailure(row: MonitorRow, at: number, muted: boolean): OutageTransition {
  const consecutive_failures = row.consecutive_failures + 1
  // Nobody was notified of the recovery, so the earlier announcement still stands.
  const alreadyAnnounced = row.outage_announced === 1 || row.recovery_pending === 1
  const announceNow = !alreadyAnnounced && !muted && consecutive_failures > row.retry_count
  return {
    outage: {
      consecutive_failures,
      outage_since: row.outage_since ?? at,
      outage_announced: alreadyAnnounced || announceNow ? 1 : 0,
      outage_notified: row.outage_notified,
      recovery_pending: 0,
    },
    event: announceNow ? 'triggered' : undefined,
  }
}

/** The state of a monitor after a check. Disabled monitors can be checked manually, but have no outages. */
export function afterCheck(row: MonitorRow, { outcome, startedAt, muted }: CheckResult): Transition {
  const lastCheck = {
    last_status: outcome.success ? 1 : 0,
    last_latency: outcome.latency,
    last_error_json: outcome.error && JSON.stringify(outcome.error),
    checked_at_ms: startedAt,
    memory: outcome.memory ?? row.memory,
  }
  if (row.enabled === 0) return { state: { ...lastCheck, ...noOutage }, event: undefined }
  const { outage, event } = outcome.success
    ? afterSuccess(row, muted)
    : afterFailure(row, Math.floor(startedAt / 1000), muted)
  return { state: { ...lastCheck, ...outage }, event }
}
