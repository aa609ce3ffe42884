import type { LocalizedText, Notice } from '@svc/plugin-alerts/contract'
import type { MonitorRow } from '../monitors/monitors-store.ts'

interface OutageEvent {
  readonly event: 'triggered' | 'recovered'
  /** why the check failed */
  readonly error: LocalizedText | null
  /** epoch seconds */
  readonly at: number
  /** start of the outage that ended, epoch seconds; null if unknown */
  readonly since: number | null
}

const toMinutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))

function messageOf(name: string, { event, error, at, since }: OutageEvent): LocalizedText {
  if (event === 'triggered') {
    return { en: `${name} is down: ${error?.en ?? 'the check failed'}`, zh: `${name} 异常：${error?.zh ?? '检查失败'}` }
  }
  if (since === null) return { en: `${name} recovered`, zh: `${name} 已恢复` }
  const minutes = toMinutes(at - since)
  return { en: `${name} recovered after ${minutes} min`, zh: `${name} 已恢复，异常持续约 ${minutes} 分钟` }
}

/** The notification about an outage or its end. */
export function noticeOf({ id, name, monitor_type }: MonitorRow, outageEvent: OutageEvent): Notice {
  return {
    event: outageEvent.event,
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
