import type { RuleType, Verdict, Words } from '../contract.ts'
import type { Condition } from '../rules/rule.ts'
import { quantity } from './quantity.ts'

const intervals: Readonly<Record<string, Words>> = {
  hour: { en: 'an hour', zh: '每小时' },
  day: { en: 'a day', zh: '每天' },
  week: { en: 'a week', zh: '每周' },
  month: { en: 'a month', zh: '每月' },
  year: { en: 'a year', zh: '每年' },
  billing: { en: 'a billing cycle', zh: '每个计费周期' },
}

/** What a condition asks for: `at or above 90 %`. */
function demand({ min, max, cycle_limit, cycle_interval, duration }: Condition, type: RuleType): Words | undefined {
  if (cycle_limit) {
    const limit = quantity(cycle_limit, 'bytes')
    const interval = intervals[cycle_interval ?? 'month'] as Words
    return { en: `limit ${limit.en} ${interval.en}`, zh: `${interval.zh}上限 ${limit.zh}` }
  }
  const [low, high] = [min, max].map((bound) => (typeof bound === 'number' ? quantity(bound, type.unit) : undefined))
  if (low && high) return { en: `between ${low.en} and ${high.en}`, zh: `介于 ${low.zh} 与 ${high.zh} 之间` }
  const least = low ?? high
  if (least) return { en: `at or above ${least.en}`, zh: `不低于 ${least.zh}` }
  const length = duration ?? type.defaultDuration
  if (length === undefined || !type.fields.includes('duration')) return undefined
  const span = quantity(length, type.unit)
  return type.unit === 'days'
    ? { en: `within ${span.en}`, zh: `提前 ${span.zh}` }
    : { en: `at least ${span.en}`, zh: `至少 ${span.zh}` }
}

/** What a condition found: `CPU 93.2 %`. */
function finding({ name, kind, unit }: RuleType, verdict: Verdict | undefined): Words {
  const value = verdict?.value ?? null
  if (value === null || !Number.isFinite(value))
    return verdict?.matches ? name : { en: `${name.en}: no data`, zh: `${name.zh}：无数据` }
  if (kind !== 'state') {
    const figure = quantity(value, unit)
    return { en: `${name.en} ${figure.en}`, zh: `${name.zh} ${figure.zh}` }
  }
  const figure = quantity(Math.abs(value), unit)
  if (unit === 'days') {
    return value < 0
      ? { en: `${name.en} ${figure.en} ago`, zh: `${name.zh}：已过 ${figure.zh}` }
      : { en: `${name.en} in ${figure.en}`, zh: `${name.zh}：还有 ${figure.zh}` }
  }
  if (value === 0 && !verdict?.matches) return { en: `${name.en}: no longer`, zh: `${name.zh}：已结束` }
  return { en: `${name.en} for ${figure.en}`, zh: `${name.zh} ${figure.zh}` }
}

/** A condition and what it found, in words: `CPU 93.2 % (at or above 90 %)`. */
export function conditionWords(condition: Condition, type: RuleType, verdict: Verdict | undefined): Words {
  const found = finding(type, verdict)
  const asked = demand(condition, type)
  return asked ? { en: `${found.en} (${asked.en})`, zh: `${found.zh}（${asked.zh}）` } : found
}
