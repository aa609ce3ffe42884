import type { AlertRule, AlertRuleInput, Condition, RuleTypeView, RuleUnit } from '@svc/plugin-alerts/contract'
import { type Amount, parseAmount, toAmount } from './amount.ts'

export const intervals = ['hour', 'day', 'week', 'month', 'year', 'billing'] as const
export type Interval = (typeof intervals)[number]

/** A condition being edited. */
export interface ConditionDraft {
  /** React key */
  readonly key: string
  readonly type: string
  readonly min: Amount
  readonly max: Amount
  readonly duration: Amount
  readonly interval: Interval
  readonly limit: Amount
  /** the stored condition; sent unchanged if its type is not available */
  readonly stored?: Condition
}

/** A rule being edited. */
export interface RuleDraft {
  readonly name: string
  readonly enabled: boolean
  readonly conditions: readonly ConditionDraft[]
  readonly mode: 'always' | 'once'
  /** empty: no one is notified */
  readonly group: string
  readonly cover: 'all' | 'include' | 'exclude'
  readonly servers: readonly string[]
}

export type Types = ReadonlyMap<string, RuleTypeView>

/** Types with unit `days` have a duration in days. */
export const durationUnit = (type: RuleTypeView | undefined): RuleUnit => (type?.unit === 'days' ? 'days' : 'seconds')

export function toConditionDraft(key: string, condition: Condition, types: Types): ConditionDraft {
  const type = types.get(condition.rule_type)
  const unit = type?.unit ?? null
  // A max without min means "at or above", so it is edited as min.
  const isLowerBound = (condition.min ?? null) === null && type?.fields.includes('min') === true
  const [min, max] = isLowerBound ? [condition.max, null] : [condition.min, condition.max]
  return {
    key,
    type: condition.rule_type,
    min: toAmount(min, unit),
    max: toAmount(max, unit),
    duration: toAmount(condition.duration ?? type?.default_duration, durationUnit(type)),
    interval: condition.cycle_interval ?? 'month',
    limit: toAmount(condition.cycle_limit, 'bytes'),
    stored: condition,
  }
}

/** A new condition of a type, with defaults. */
export const newCondition = (key: string, rule_type: string, types: Types): ConditionDraft => {
  const { stored: _, ...fresh } = toConditionDraft(key, { rule_type }, types)
  return fresh
}

export const toRuleDraft = (rule: AlertRule, types: Types, nextKey: () => string): RuleDraft => ({
  name: rule.name,
  enabled: rule.enabled,
  conditions: rule.rules.map((condition) => toConditionDraft(nextKey(), condition, types)),
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

const optionalField = <K extends string>(name: K, value: number | null | undefined) =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<K, number>)

/** The condition to send, with only the fields of its type. */
export function toCondition(draft: ConditionDraft, types: Types): Condition {
  const type = types.get(draft.type)
  if (!type) return draft.stored ?? { rule_type: draft.type }
  const has = (field: RuleTypeView['fields'][number]) => type.fields.includes(field)
  return {
    rule_type: draft.type,
    ...(has('min') ? optionalField('min', parseAmount(draft.min)) : {}),
    ...(has('max') ? optionalField('max', parseAmount(draft.max)) : {}),
    ...(has('duration') ? optionalField('duration', parseAmount(draft.duration)) : {}),
    ...(has('cycle_interval') ? { cycle_interval: draft.interval } : {}),
    ...(has('cycle_limit') ? optionalField('cycle_limit', parseAmount(draft.limit)) : {}),
  }
}

export const toRuleInput = (draft: RuleDraft, types: Types): AlertRuleInput => ({
  name: draft.name.trim(),
  enabled: draft.enabled,
  rules: draft.conditions.map((condition) => toCondition(condition, types)),
  trigger_mode: draft.mode,
  notification_group_id: draft.group || null,
  cover_type: draft.cover,
  server_ids: draft.cover === 'all' ? null : [...draft.servers],
})

/** Whether the user changed anything; ignores React keys. */
export const isChanged = (before: RuleDraft, now: RuleDraft): boolean => {
  const bare = (draft: RuleDraft) =>
    JSON.stringify({ ...draft, conditions: draft.conditions.map(({ key: _, stored: __, ...rest }) => rest) })
  return bare(before) !== bare(now)
}

/** Changes the type. Values are kept only if the unit is the same. */
export const withType = (condition: ConditionDraft, type: string, types: Types): ConditionDraft => {
  const [old, next] = [types.get(condition.type), types.get(type)]
  const fresh = newCondition(condition.key, type, types)
  const same = old && next && old.unit === next.unit && old.kind === next.kind
  return same ? { ...condition, type } : fresh
}
