import type { Registry } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import type { Condition } from '../rules/rule-schema.ts'

/** When the alert of an event notifies again, and when it ends. */
export interface EventTiming {
  /** seconds between notifications about further events */
  readonly interval: number
  /** seconds without an event after which the alert ends */
  readonly quiet: number
  /**
   * What is not sent within the interval is not sent at all, and the interval holds in each trigger mode: there may be many
   * sources.
   */
  readonly isDeduplicated: boolean
}

const defaultDedupeSeconds = 600

const plain: EventTiming = { interval: 300, quiet: 600, isDeduplicated: false }

/** The timing of an event rule. */
export function timingOf(conditions: readonly Condition[], types: Pick<Registry<RuleType>, 'get'>): EventTiming {
  const condition = conditions.find(({ rule_type }) => types.get(rule_type)?.perSource)
  if (!condition) return plain
  const seconds = condition.security?.dedupe_window_seconds ?? defaultDedupeSeconds
  return { interval: seconds, quiet: seconds, isDeduplicated: true }
}
