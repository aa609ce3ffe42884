import type { Outcome } from '../checks/outcome.ts'
import { type MonitorRow, type MonitorState, noOutage } from '../monitors/monitors-store.ts'

interface Found {
  readonly outcome: Pick<Outcome, 'success' | 'latency' | 'error' | 'memory'>
  /** milliseconds; when the check began */
  readonly startedAt: number
  /** nobody is to be told now */
  readonly muted: boolean
}

export interface Transition {
  readonly state: MonitorState
  /** what people are told */
  readonly tells: 'triggered' | 'recovered' | undefined
}

type Outage = Pick<MonitorState, 'consecutive_failures' | 'outage_since' | 'outage_announced' | 'recovery_owed'>

/** An outage that people heard of ends for them when they hear that, be it after a maintenance. */
function afterSuccess(row: MonitorRow, muted: boolean): { outage: Outage; tells: Transition['tells'] } {
  const owed = row.outage_announced === 1 || row.recovery_owed === 1
  if (!owed) return { outage: noOutage, tells: undefined }
  return muted
    ? { outage: { ...noOutage, recovery_owed: 1 }, tells: undefined }
    : { outage: noOutage, tells: 'recovered' }
}

/** An outage begins with the first failure. It is told once: when there were more than are tolerated and nobody mutes it. */
function afterFailure(row: MonitorRow, at: number, muted: boolean): { outage: Outage; tells: Transition['tells'] } {
  const consecutive_failures = row.consecutive_failures + 1
  // who was never told of a recovery still believes it is down
  const known = row.outage_announced === 1 || row.recovery_owed === 1
  const tells = !known && !muted && consecutive_failures > row.retry_count
  return {
    outage: {
      consecutive_failures,
      outage_since: row.outage_since ?? at,
      outage_announced: known || tells ? 1 : 0,
      recovery_owed: 0,
    },
    tells: tells ? 'triggered' : undefined,
  }
}

/** What a monitor is after a check. A monitor that is switched off has no outages, however it is checked. */
export function afterCheck(row: MonitorRow, { outcome, startedAt, muted }: Found): Transition {
  const found = {
    last_status: outcome.success ? 1 : 0,
    last_latency: outcome.latency,
    last_error: outcome.error?.en ?? null,
    last_error_zh: outcome.error?.zh ?? null,
    checked_at_ms: startedAt,
    memory: outcome.memory ?? row.memory,
  }
  if (row.enabled === 0) return { state: { ...found, ...noOutage }, tells: undefined }
  const { outage, tells } = outcome.success
    ? afterSuccess(row, muted)
    : afterFailure(row, Math.floor(startedAt / 1000), muted)
  return { state: { ...found, ...outage }, tells }
}
