import type { AlertRule, AlertRuleInput, Condition, RuleTypeView, RuleUnit } from '@svc/plugin-alerts/contract'
import { type Amount, amountOf, figureOf } from './amount.ts'

export const intervals = ['hour', 'day', 'week', 'month', 'year', 'billing'] as const
export type Interval = (typeof intervals)[number]

/** A condition as it is typed. */
export interface ConditionDraft {
  /** for lists */
  readonly key: string
  readonly type: string
  readonly min: Amount
  readonly max: Amount
  readonly duration: Amount
  readonly interval: Interval
  readonly limit: Amount
  /** as it was stored: of a type that no running plugin knows it is sent as it came */
  readonly stored?: Condition
}

/** A rule as it is typed. */
export interface RuleDraft {
  readonly name: string
  readonly enabled: boolean
  readonly conditions: readonly ConditionDraft[]
  readonly mode: 'always' | 'once'
  /** empty: nobody is told */
  readonly group: string
  readonly cover: 'all' | 'include' | 'exclude'
  readonly servers: readonly string[]
}

export type Types = ReadonlyMap<string, RuleTypeView>

/** Spans of types that count days are typed in days. */
export const durationUnit = (type: RuleTypeView | undefined): RuleUnit => (type?.unit === 'days' ? 'days' : 'seconds')

export function conditionOf(key: string, condition: Condition, types: Types): ConditionDraft {
  const type = types.get(condition.rule_type)
  const unit = type?.unit ?? null
  // a single bound of either kind means "at or above"; beside a lower one an upper bound is what it says
  const isLone = (condition.min ?? null) === null && type?.fields.includes('min') === true
  const [min, max] = isLone ? [condition.max, null] : [condition.min, condition.max]
  return {
    key,
    type: condition.rule_type,
    min: amountOf(min, unit),
    max: amountOf(max, unit),
    duration: amountOf(condition.duration ?? type?.default_duration, durationUnit(type)),
    interval: condition.cycle_interval ?? 'month',
    limit: amountOf(condition.cycle_limit, 'bytes'),
    stored: condition,
  }
}

/** A fresh condition of a type; figures of another type would mean something else. */
export const freshCondition = (key: string, rule_type: string, types: Types): ConditionDraft => {
  const { stored: _, ...fresh } = conditionOf(key, { rule_type }, types)
  return fresh
}

export const draftOf = (rule: AlertRule, types: Types, keyOf: () => string): RuleDraft => ({
  name: rule.name,
  enabled: rule.enabled,
  conditions: rule.rules.map((condition) => conditionOf(keyOf(), condition, types)),
  mode: rule.trigger_mode,
  group: rule.notification_group_id ?? '',
  cover: rule.cover_type,
  servers: rule.server_ids,
})

export const emptyDraft: RuleDraft = {
  name: '',
  enabled: true,
  conditions: [],
  mode: 'always',
  group: '',
  cover: 'all',
  servers: [],
}

const given = <K extends string>(name: K, value: number | null | undefined) =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<K, number>)

/** The condition as the server reads it: only the members that its type reads. */
export function conditionFrom(draft: ConditionDraft, types: Types): Condition {
  const type = types.get(draft.type)
  if (!type) return draft.stored ?? { rule_type: draft.type }
  const has = (field: RuleTypeView['fields'][number]) => type.fields.includes(field)
  return {
    rule_type: draft.type,
    ...(has('min') ? given('min', figureOf(draft.min)) : {}),
    ...(has('max') ? given('max', figureOf(draft.max)) : {}),
    ...(has('duration') ? given('duration', figureOf(draft.duration)) : {}),
    ...(has('cycle_interval') ? { cycle_interval: draft.interval } : {}),
    ...(has('cycle_limit') ? given('cycle_limit', figureOf(draft.limit)) : {}),
  }
}

export const inputOf = (draft: RuleDraft, types: Types): AlertRuleInput => ({
  name: draft.name.trim(),
  enabled: draft.enabled,
  rules: draft.conditions.map((condition) => conditionFrom(condition, types)),
  trigger_mode: draft.mode,
  notification_group_id: draft.group || null,
  cover_type: draft.cover,
  server_ids: draft.cover === 'all' ? null : [...draft.servers],
})

/** Whether something was typed. */
export const isTouched = (before: RuleDraft, now: RuleDraft): boolean => {
  const bare = (draft: RuleDraft) =>
    JSON.stringify({ ...draft, conditions: draft.conditions.map(({ key: _, stored: __, ...rest }) => rest) })
  return bare(before) !== bare(now)
}

/** Another unit keeps no figure: 90 percent are not 90 bytes. */
export const withType = (condition: ConditionDraft, type: string, types: Types): ConditionDraft => {
  const [old, next] = [types.get(condition.type), types.get(type)]
  const fresh = freshCondition(condition.key, type, types)
  const same = old && next && old.unit === next.unit && old.kind === next.kind
  return same ? { ...condition, type } : fresh
}
