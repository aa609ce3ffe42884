import type { LocalizedText, RuleType, Verdict } from '../contract.ts'
import type { Condition } from '../rules/rule-schema.ts'
import { formatQuantity } from './format.ts'

const intervals: Readonly<Record<string, LocalizedText>> = {
  hour: { en: 'per hour', zh: '每小时' },
  day: { en: 'per day', zh: '每天' },
  week: { en: 'per week', zh: '每周' },
  month: { en: 'per month', zh: '每月' },
  year: { en: 'per year', zh: '每年' },
  billing: { en: 'per billing cycle', zh: '每个计费周期' },
}

/** The limit of a condition: `threshold 90%`. Undefined when it has none. */
function thresholdText(
  { min, max, cycle_limit, cycle_interval, duration }: Condition,
  type: RuleType,
): LocalizedText | undefined {
  if (cycle_limit) {
    const limit = formatQuantity(cycle_limit, 'bytes')
    const interval = intervals[cycle_interval ?? 'month'] as LocalizedText
    return { en: `limit ${limit.en} ${interval.en}`, zh: `${interval.zh}上限 ${limit.zh}` }
  }
  const [low, high] = [min, max].map((bound) =>
    typeof bound === 'number' ? formatQuantity(bound, type.unit) : undefined,
  )
  if (low && high) return { en: `between ${low.en} and ${high.en}`, zh: `介于 ${low.zh} 与 ${high.zh} 之间` }
  const threshold = low ?? high
  if (threshold) return { en: `threshold ${threshold.en}`, zh: `阈值 ${threshold.zh}` }
  const seconds = duration ?? type.defaultDuration
  if (seconds === undefined || !type.fields.includes('duration')) return undefined
  const limit = formatQuantity(seconds, type.unit)
  return type.unit === 'days'
    ? { en: `within ${limit.en}`, zh: `提前 ${limit.zh}` }
    : { en: `threshold ${limit.en}`, zh: `阈值 ${limit.zh}` }
}

/** The value of a condition on a server: `CPU at 93.2%`. */
function valueText({ name, kind, unit }: RuleType, verdict: Verdict | undefined): LocalizedText {
  const value = verdict?.value ?? null
  if (value === null || !Number.isFinite(value)) {
    return verdict?.matches ? name : { en: `${name.en}: no data`, zh: `${name.zh}：无数据` }
  }
  if (kind !== 'state') {
    const quantity = formatQuantity(value, unit)
    return { en: `${name.en} at ${quantity.en}`, zh: `${name.zh} ${quantity.zh}` }
  }
  const quantity = formatQuantity(Math.abs(value), unit)
  if (unit === 'days') {
    return value < 0
      ? { en: `${name.en} ${quantity.en} ago`, zh: `${name.zh}：已过 ${quantity.zh}` }
      : { en: `${name.en} in ${quantity.en}`, zh: `${name.zh}：还有 ${quantity.zh}` }
  }
  if (value === 0 && !verdict?.matches) return { en: `${name.en}: no longer`, zh: `${name.zh}：已结束` }
  return { en: `${name.en} for ${quantity.en}`, zh: `${name.zh} ${quantity.zh}` }
}

/** A condition with its value and threshold: `CPU at 93.2% (threshold 90%)`. */
export function conditionMessage(condition: Condition, type: RuleType, verdict: Verdict | undefined): LocalizedText {
  const value = valueText(type, verdict)
  const threshold = thresholdText(condition, type)
  return threshold ? { en: `${value.en} (${threshold.en})`, zh: `${value.zh}（${threshold.zh}）` } : value
}
