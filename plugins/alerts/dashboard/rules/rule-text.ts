import { type CodedText, type Format, type Translate, useCodedText, useFormat, useT } from '@svc/dashboard-sdk'
import type { AlertRule, Condition, RuleTypeView, RuleUnit } from '@svc/plugin-alerts/contract'
import { defaultShare, type Types } from './rule-draft.ts'

export function useRuleTextContext(): RuleTextContext {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  return { t, format, sentence }
}

/** Localization for rule texts. */
export interface RuleTextContext {
  readonly t: Translate
  readonly format: Format
  readonly sentence: (text: CodedText) => string
}

/** A value with its unit. */
function formatValue(value: number, unit: RuleUnit, { t, format }: RuleTextContext): string {
  if (unit === 'percent') return format.percent(value, Number.isInteger(value) ? 0 : 2)
  if (unit === 'bytes') return format.bytes(value)
  if (unit === 'bytes_per_second') return format.rate(value)
  if (unit === 'celsius') return format.celsius(value)
  if (unit === 'milliseconds') return format.ms(value)
  if (unit === 'seconds') return format.duration(value)
  if (unit === 'days') return t('sentence.days', { count: value, number: format.number(value) })
  return format.number(value, Number.isInteger(value) ? 0 : 2)
}

function typedConditionText(condition: Condition, type: RuleTypeView, context: RuleTextContext): string {
  const { t, format, sentence } = context
  const { pattern } = condition
  const plain = sentence(type.name_text)
  const name = pattern ? t('sentence.named', { name: plain, pattern }) : plain
  const has = (field: RuleTypeView['fields'][number]) => type.fields.includes(field)
  const { min = null, max = null, cycle_limit, cycle_interval } = condition
  if (has('cycle_limit')) {
    const interval = t(`sentence.interval.${cycle_interval ?? 'month'}`)
    return cycle_limit === null || cycle_limit === undefined
      ? t('sentence.noLimit', { name })
      : t('sentence.cycle', { name, interval, limit: format.bytes(cycle_limit) })
  }
  if (has('min') || has('max')) {
    const formatBound = (value: number) => formatValue(value, type.unit, context)
    if (min !== null && max !== null)
      return t('sentence.between', { name, low: formatBound(min), high: formatBound(max) })
    // a single bound of either kind is a lower one
    const bound = min ?? max
    if (bound === null) return t('sentence.noBound', { name })
    const values = { name, value: formatBound(bound) }
    return type.comparison === 'above' ? t('sentence.above', values) : t('sentence.atLeast', values)
  }
  const { min_failed_count: failed, min_distinct_ports: ports } = condition.security ?? {}
  if (has('min_failed_count') && failed)
    return t('sentence.failed', { name, count: failed, number: format.number(failed) })
  if (has('min_distinct_ports') && ports)
    return t('sentence.ports', { name, count: ports, number: format.number(ports) })
  if (has('duration')) {
    const duration = condition.duration ?? type.default_duration ?? 0
    if (type.unit === 'days') return t('sentence.within', { name, count: duration, number: format.number(duration) })
    return duration === 0 ? name : t('sentence.lasting', { name, span: format.duration(duration) })
  }
  return name
}

/** A condition: `CPU at or above 90% in 70% of 10 min`. */
function conditionText(rule: Condition, types: Types, context: RuleTextContext): string {
  const { t, format } = context
  const type = types.get(rule.rule_type)
  if (!type) return t('sentence.unknown', { type: rule.rule_type })
  const condition = typedConditionText(rule, type, context)
  const minutes = type.fields.includes('window') ? (rule.window ?? type.default_window) : null
  if (minutes === null) return condition
  const span = format.duration(minutes * 60)
  if (!type.fields.includes('share')) return t('sentence.over', { condition, span })
  return t('sentence.overShare', { condition, span, share: format.percent(rule.share ?? defaultShare, 0) })
}

type Covered = Pick<AlertRule, 'cover_type' | 'server_ids' | 'group_ids' | 'tags'>

/** Coverage: `on all servers except 2`. */
function coverageText(
  { cover_type, server_ids, group_ids, tags }: Covered,
  names: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, string>,
  { t, format }: RuleTextContext,
): string {
  if (cover_type !== 'all' && group_ids.length + tags.length > 0) {
    const number = format.number(server_ids.length)
    const named = [
      ...group_ids.map((id) => t('sentence.group', { name: groups.get(id) ?? '?' })),
      ...tags.map((name) => t('sentence.tag', { name })),
      ...(server_ids.length > 0 ? [t('sentence.serverCount', { count: server_ids.length, number })] : []),
    ].join(', ')
    return t(cover_type === 'include' ? 'sentence.onThese' : 'sentence.exceptThese', { names: named })
  }
  const count = server_ids.length
  const number = format.number(count)
  if (cover_type === 'exclude' && count > 0) return t('sentence.exclude', { count, number })
  if (cover_type !== 'include') return t('sentence.all')
  const name = count === 1 ? names.get(server_ids[0] ?? '') : undefined
  if (name !== undefined) return t('sentence.one', { name })
  return count === 0 ? t('sentence.none') : t('sentence.include', { count, number })
}

/** Summary of a rule in one sentence. */
export function ruleText(
  rule: Covered & Pick<AlertRule, 'rules' | 'for_minutes'>,
  types: Types,
  names: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, string>,
  context: RuleTextContext,
): string {
  const { t } = context
  const texts = rule.rules.map((condition) => conditionText(condition, types, context))
  const isEventRule = rule.rules.every(({ rule_type }) => types.get(rule_type)?.kind === 'event')
  const joined =
    texts.length === 0 ? t('sentence.nothing') : texts.join(t(isEventRule ? 'sentence.or' : 'sentence.and'))
  const span = context.format.duration(rule.for_minutes * 60)
  const conditions = rule.for_minutes > 0 ? t('sentence.for', { conditions: joined, span }) : joined
  return t('sentence.whole', { conditions, coverage: coverageText(rule, names, groups, context) })
}
