import type { LocalizedText, Notice } from '@svc/plugin-alerts/contract'
import type { MonitorRow } from '../monitors/monitors-store.ts'

interface Told {
  readonly event: 'triggered' | 'recovered'
  /** why the check failed */
  readonly error: LocalizedText | null
  /** epoch seconds */
  readonly at: number
  /** the outage that ends; null when it is not known any more */
  readonly since: number | null
}

const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))

function messageOf(name: string, { event, error, at, since }: Told): LocalizedText {
  if (event === 'triggered') {
    return { en: `${name} is down: ${error?.en ?? 'the check failed'}`, zh: `${name} 异常：${error?.zh ?? '检查失败'}` }
  }
  if (since === null) return { en: `${name} works again`, zh: `${name} 已恢复` }
  const down = minutes(at - since)
  return { en: `${name} works again after ${down} min`, zh: `${name} 已恢复，异常持续约 ${down} 分钟` }
}

/** What people are told of a monitor. */
export function noticeOf({ id, name, monitor_type }: MonitorRow, told: Told): Notice {
  return {
    event: told.event,
    subjectId: id,
    subjectName: name,
    ruleId: id,
    ruleName: `${name} (${monitor_type})`,
    message: messageOf(name, told),
    at: told.at,
    cpu: null,
    memory: null,
  }
}
