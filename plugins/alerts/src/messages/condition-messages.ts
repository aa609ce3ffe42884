import { type CodedText, type Param, text } from '@svc/plugin-sdk'
import type { RuleType, Verdict } from '../contract.ts'
import type { Condition } from '../rules/rule-schema.ts'
import { formatQuantity } from './format.ts'

type Interval = NonNullable<Condition['cycle_interval']>

const limits: Readonly<Record<Interval, (limit: Param) => CodedText>> = {
  hour: (limit) => text('alerts.LIMIT_PER_HOUR', { limit }),
  day: (limit) => text('alerts.LIMIT_PER_DAY', { limit }),
  week: (limit) => text('alerts.LIMIT_PER_WEEK', { limit }),
  month: (limit) => text('alerts.LIMIT_PER_MONTH', { limit }),
  year: (limit) => text('alerts.LIMIT_PER_YEAR', { limit }),
  billing: (limit) => text('alerts.LIMIT_PER_BILLING_CYCLE', { limit }),
}

/** The limit of a condition: `threshold 90%`. Undefined when it has none. */
function thresholdText(
  { min, max, cycle_limit, cycle_interval, duration }: Condition,
  type: RuleType,
): CodedText | undefined {
  if (cycle_limit) return limits[cycle_interval ?? 'month'](formatQuantity(cycle_limit, 'bytes'))
  const [low, high] = [min, max].map((bound) =>
    typeof bound === 'number' ? formatQuantity(bound, type.unit) : undefined,
  )
  if (low !== undefined && high !== undefined) return text('alerts.THRESHOLD_BETWEEN', { low, high })
  const value = low ?? high
  if (value !== undefined) return text('alerts.THRESHOLD', { value })
  const seconds = duration ?? type.defaultDuration
  if (seconds === undefined || !type.fields.includes('duration')) return undefined
  const limit = formatQuantity(seconds, type.unit)
  return type.unit === 'days' ? text('alerts.THRESHOLD_WITHIN', { limit }) : text('alerts.THRESHOLD', { value: limit })
}

/** Names of one message. */
const maxSubjects = 5

/** What matches: `Container stopped: web, db`. */
function subjectsText(name: CodedText, subjects: readonly string[]): CodedText {
  const [shown, count] = [subjects.slice(0, maxSubjects), subjects.length - maxSubjects]
  return count > 0
    ? text('alerts.VALUE_SUBJECTS_MORE', { name, subjects: shown, count })
    : text('alerts.VALUE_SUBJECTS', { name, subjects: shown })
}

/** The value of a condition on a server: `CPU at 93.2%`. */
function valueText({ name, kind, unit }: RuleType, verdict: Verdict | undefined): CodedText {
  const { subjects = [] } = verdict ?? {}
  if (verdict?.matches && subjects.length > 0) return subjectsText(name, subjects)
  const number = verdict?.value ?? null
  if (number === null || !Number.isFinite(number)) {
    return verdict?.matches ? name : text('alerts.VALUE_MISSING', { name })
  }
  if (kind !== 'state') return text('alerts.VALUE', { name, value: formatQuantity(number, unit) })
  const value = formatQuantity(Math.abs(number), unit)
  if (unit === 'days') {
    return number < 0 ? text('alerts.VALUE_AGO', { name, value }) : text('alerts.VALUE_IN', { name, value })
  }
  if (number === 0 && !verdict?.matches) return text('alerts.VALUE_ENDED', { name })
  return text('alerts.VALUE_FOR', { name, value })
}

/** A condition with its value and threshold: `CPU at 93.2% (threshold 90%)`. */
export function conditionMessage(condition: Condition, type: RuleType, verdict: Verdict | undefined): CodedText {
  const value = valueText(type, verdict)
  const threshold = thresholdText(condition, type)
  return threshold ? text('alerts.FINDING', { value, threshold }) : value
}
