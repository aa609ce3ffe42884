import type {
  AlertRule,
  AlertRuleInput,
  AlertTaskView,
  Condition,
  RuleAction,
  RuleTypeView,
  RuleUnit,
} from '@svc/plugin-alerts/contract'
import { type Amount, parseAmount, toAmount } from './amount.ts'

export const intervals = ['hour', 'day', 'week', 'month', 'year', 'billing'] as const
export type Interval = (typeof intervals)[number]

/** A condition being edited; its fields are called as in the API. */
export interface ConditionDraft {
  /** React key */
  readonly key: string
  readonly rule_type: string
  readonly min: Amount
  readonly max: Amount
  readonly duration: Amount
  /** empty: all names */
  readonly pattern: string
  readonly cycle_interval: Interval
  readonly cycle_limit: Amount
  /** minutes; empty: the default of the type */
  readonly window: string
  /** percent */
  readonly share: string
  /** empty: any number */
  readonly min_failed_count: string
  readonly min_distinct_ports: string
  /** separated by commas */
  readonly exclude_users: string
  readonly exclude_cidrs: string
  readonly dedupe_window_seconds: Amount
  /** the stored condition; sent unchanged if its type is not available */
  readonly stored?: Condition
}

/** A rule being edited; its fields are called as in the API. */
export interface RuleDraft {
  readonly name: string
  readonly enabled: boolean
  readonly immediate: boolean
  readonly rules: readonly ConditionDraft[]
  readonly trigger_mode: 'always' | 'once'
  /** empty: no one is notified */
  readonly notification_group_id: string
  readonly cover_type: 'all' | 'include' | 'exclude'
  readonly server_ids: readonly string[]
  readonly group_ids: readonly string[]
  readonly tags: readonly string[]
  readonly severity: 'warning' | 'critical'
  /** minutes */
  readonly for_minutes: string
  readonly reminder_minutes: string
  readonly fail_trigger_tasks: readonly string[]
  readonly recover_trigger_tasks: readonly string[]
  readonly actions: readonly RuleAction[]
}

export type Types = ReadonlyMap<string, RuleTypeView>
type Field = RuleTypeView['fields'][number]

/** Types with unit `days` have a duration in days. */
export const durationUnit = (type: RuleTypeView | undefined): RuleUnit => (type?.unit === 'days' ? 'days' : 'seconds')

/** Seconds, as on the server. */
const defaultDedupe = 600

/** Entries separated by commas. */
const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
]

/** Percent of the minutes that must match, as on the server. */
export const defaultShare = 70

export function toConditionDraft(key: string, condition: Condition, types: Types): ConditionDraft {
  const type = types.get(condition.rule_type)
  const unit = type?.unit ?? null
  // A max without min means "at or above", so it is edited as min.
  const isLowerBound = (condition.min ?? null) === null && type?.fields.includes('min') === true
  const [min, max] = isLowerBound ? [condition.max, null] : [condition.min, condition.max]
  return {
    key,
    rule_type: condition.rule_type,
    min: toAmount(min, unit),
    max: toAmount(max, unit),
    duration: toAmount(condition.duration ?? type?.default_duration, durationUnit(type)),
    pattern: condition.pattern ?? '',
    cycle_interval: condition.cycle_interval ?? 'month',
    cycle_limit: toAmount(condition.cycle_limit, 'bytes'),
    window: String(condition.window ?? type?.default_window ?? ''),
    share: String(condition.share ?? defaultShare),
    min_failed_count: String(condition.security?.min_failed_count ?? ''),
    min_distinct_ports: String(condition.security?.min_distinct_ports ?? ''),
    exclude_users: (condition.security?.exclude_users ?? []).join(', '),
    exclude_cidrs: (condition.security?.exclude_cidrs ?? []).join(', '),
    dedupe_window_seconds: toAmount(condition.security?.dedupe_window_seconds ?? defaultDedupe, 'seconds'),
    stored: condition,
  }
}

/** A new condition of a type, with defaults. */
export const newCondition = (key: string, rule_type: string, types: Types): ConditionDraft => {
  const { stored: _, ...fresh } = toConditionDraft(key, { rule_type }, types)
  return fresh
}

/** The ids of the tasks that a rule runs, by field. */
export const tasksOf = ({ fail_trigger_tasks: fail, recover_trigger_tasks: recover }: AlertRule) => ({
  fail_trigger_tasks: JSON.parse(fail ?? '[]') as readonly string[],
  recover_trigger_tasks: JSON.parse(recover ?? '[]') as readonly string[],
})

export const toRuleDraft = (rule: AlertRule, types: Types, nextKey: () => string): RuleDraft => ({
  name: rule.name,
  enabled: rule.enabled,
  immediate: rule.immediate,
  rules: rule.rules.map((condition) => toConditionDraft(nextKey(), condition, types)),
  trigger_mode: rule.trigger_mode,
  notification_group_id: rule.notification_group_id ?? '',
  cover_type: rule.cover_type,
  server_ids: rule.server_ids,
  group_ids: rule.group_ids,
  tags: rule.tags,
  severity: rule.severity,
  for_minutes: String(rule.for_minutes),
  reminder_minutes: String(rule.reminder_minutes),
  ...tasksOf(rule),
  actions: rule.actions,
})

/** The copy of a rule. Unlike an existing rule, a new one may only have tasks that rules may run now. */
export function toCopyDraft(draft: RuleDraft, name: string, tasks: readonly AlertTaskView[] | null): RuleDraft {
  const available = (ids: readonly string[]) => ids.filter((id) => tasks?.some((task) => task.id === id))
  return {
    ...draft,
    name: name.slice(0, 100),
    fail_trigger_tasks: available(draft.fail_trigger_tasks),
    recover_trigger_tasks: available(draft.recover_trigger_tasks),
  }
}

/** The id of the built-in group. */
export const allChannels = 'all'

export const emptyDraft: RuleDraft = {
  name: '',
  enabled: true,
  immediate: false,
  rules: [],
  trigger_mode: 'always',
  notification_group_id: allChannels,
  cover_type: 'all',
  server_ids: [],
  group_ids: [],
  tags: [],
  severity: 'critical',
  for_minutes: '0',
  reminder_minutes: '60',
  fail_trigger_tasks: [],
  recover_trigger_tasks: [],
  actions: [],
}

const optionalField = <K extends string>(name: K, value: number | null | undefined) =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<K, number>)

/** A whole number, unless it is the default. */
const changedFrom = <K extends string>(name: K, text: string, byDefault: number | null) =>
  text.trim() === '' || Number(text) === byDefault ? {} : ({ [name]: Number(text) } as Record<K, number>)

/** The options of a condition about events with a source. */
function securityOf(draft: ConditionDraft, has: (field: Field) => boolean): Pick<Condition, 'security'> {
  const [users, ranges] = [listOf(draft.exclude_users), listOf(draft.exclude_cidrs)]
  const window = parseAmount(draft.dedupe_window_seconds)
  const security = {
    ...(has('min_failed_count') ? changedFrom('min_failed_count', draft.min_failed_count, null) : {}),
    ...(has('min_distinct_ports') ? changedFrom('min_distinct_ports', draft.min_distinct_ports, null) : {}),
    ...(has('exclude_users') && users.length > 0 ? { exclude_users: users } : {}),
    ...(has('exclude_cidrs') && ranges.length > 0 ? { exclude_cidrs: ranges } : {}),
    ...(has('dedupe_window_seconds') && window !== defaultDedupe ? optionalField('dedupe_window_seconds', window) : {}),
  }
  return Object.keys(security).length > 0 ? { security } : {}
}

/** Whether each source has an alert of its own. */
export const isPerSource = (rules: readonly Pick<Condition, 'rule_type'>[], types: Types): boolean =>
  rules.some(({ rule_type }) => types.get(rule_type)?.per_source)

/** The condition to send, with only the fields of its type. */
export function toCondition(draft: ConditionDraft, types: Types): Condition {
  const type = types.get(draft.rule_type)
  if (!type) return draft.stored ?? { rule_type: draft.rule_type }
  const has = (field: Field) => type.fields.includes(field)
  return {
    rule_type: draft.rule_type,
    ...(has('min') ? optionalField('min', parseAmount(draft.min)) : {}),
    ...(has('max') ? optionalField('max', parseAmount(draft.max)) : {}),
    ...(has('duration') ? optionalField('duration', parseAmount(draft.duration)) : {}),
    ...(has('pattern') && draft.pattern.trim() ? { pattern: draft.pattern.trim() } : {}),
    ...(has('cycle_interval') ? { cycle_interval: draft.cycle_interval } : {}),
    ...(has('cycle_limit') ? optionalField('cycle_limit', parseAmount(draft.cycle_limit)) : {}),
    ...(has('window') ? changedFrom('window', draft.window, type.default_window) : {}),
    ...(has('share') ? changedFrom('share', draft.share, defaultShare) : {}),
    ...securityOf(draft, has),
  }
}

export const toRuleInput = (draft: RuleDraft, types: Types): AlertRuleInput => ({
  ...draft,
  name: draft.name.trim(),
  rules: draft.rules.map((condition) => toCondition(condition, types)),
  notification_group_id: draft.notification_group_id || null,
  server_ids: draft.cover_type === 'all' ? null : [...draft.server_ids],
  group_ids: draft.cover_type === 'all' ? [] : [...draft.group_ids],
  tags: draft.cover_type === 'all' ? [] : [...draft.tags],
  for_minutes: Number(draft.for_minutes),
  reminder_minutes: Number(draft.reminder_minutes),
  actions: [...draft.actions],
  fail_trigger_tasks: [...draft.fail_trigger_tasks],
  recover_trigger_tasks: [...draft.recover_trigger_tasks],
})

/** Changes the type. Values are kept only if the unit is the same. */
export const withType = (condition: ConditionDraft, rule_type: string, types: Types): ConditionDraft => {
  const [old, next] = [types.get(condition.rule_type), types.get(rule_type)]
  const fresh = newCondition(condition.key, rule_type, types)
  const same = old && next && old.unit === next.unit && old.kind === next.kind
  return same ? { ...condition, rule_type } : fresh
}

/** Translation keys of validation errors by API field name. */
export type Problems = Readonly<Record<string, string>>

function numberProblem(amount: Amount, type: RuleTypeView): string | undefined {
  const value = parseAmount(amount)
  if (value === undefined) return 'problem.noNumber'
  if (value === null) return undefined
  if (type.unit === 'percent' && (value < 0 || value > 100)) return 'problem.percent'
  return type.unit !== 'celsius' && value < 0 ? 'problem.negative' : undefined
}

function boundProblems(draft: ConditionDraft, type: RuleTypeView): Partial<Record<Field, string>> {
  const has = (field: Field) => type.fields.includes(field)
  const low = has('min') ? numberProblem(draft.min, type) : undefined
  const high = has('max') ? numberProblem(draft.max, type) : undefined
  if (low || high) return { ...(low ? { min: low } : {}), ...(high ? { max: high } : {}) }
  if (!has('min') && !has('max')) return {}
  const [min, max] = [has('min') ? parseAmount(draft.min) : null, has('max') ? parseAmount(draft.max) : null]
  // A max without min would mean "at or above".
  if (has('min') && min === null) return { min: 'problem.noBound' }
  if (max === null && !has('min')) return { max: 'problem.noBound' }
  return typeof min === 'number' && typeof max === 'number' && min > max ? { max: 'problem.turned' } : {}
}

const wholeProblem = (amount: Amount, least: number): string | undefined => {
  const value = parseAmount(amount)
  if (value === undefined) return 'problem.noNumber'
  if (value === null) return 'problem.missing'
  return Number.isSafeInteger(value) && value >= least ? undefined : 'problem.whole'
}

function conditionProblems(draft: ConditionDraft, type: RuleTypeView): Partial<Record<Field, string>> {
  const duration = type.fields.includes('duration') ? wholeProblem(draft.duration, 0) : undefined
  const isOff = (field: Field, value: string, max: number) =>
    type.fields.includes(field) && value.trim() !== '' && !isWhole(value, 1, max)
  const has = (field: Field) => type.fields.includes(field)
  const dedupe = has('dedupe_window_seconds') ? wholeProblem(draft.dedupe_window_seconds, 0) : undefined
  const limit = has('cycle_limit') ? wholeProblem(draft.cycle_limit, 1) : undefined
  return {
    ...boundProblems(draft, type),
    ...(duration ? { duration } : {}),
    ...(limit ? { cycle_limit: limit } : {}),
    ...(isOff('window', draft.window, type.max_window ?? 0) ? { window: 'problem.window' } : {}),
    ...(isOff('share', draft.share, 100) ? { share: 'problem.share' } : {}),
    ...(isOff('min_failed_count', draft.min_failed_count, 1_000_000) ? { min_failed_count: 'problem.count' } : {}),
    ...(isOff('min_distinct_ports', draft.min_distinct_ports, 65_536) ? { min_distinct_ports: 'problem.ports' } : {}),
    ...(dedupe ? { dedupe_window_seconds: dedupe } : {}),
  }
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

const sourceFields: readonly string[] = ['min_failed_count', 'min_distinct_ports', 'dedupe_window_seconds']
/** Whether a field is a member of `security`. */
const isSourceField = (field: string) => sourceFields.includes(field)

/** Validates a draft. */
export function findProblems(draft: RuleDraft, types: Types): Problems {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'problem.name'
  if (draft.rules.length === 0) problems.rules = 'problem.noCondition'
  const events = draft.rules.filter(({ rule_type }) => types.get(rule_type)?.kind === 'event')
  const mixes = events.length > 0 && events.length < draft.rules.length
  for (const [index, condition] of draft.rules.entries()) {
    const type = types.get(condition.rule_type)
    const at = `rules.${index}`
    if (type?.per_source && draft.rules.length > 1) problems[`${at}.rule_type`] = 'problem.alone'
    else if (mixes && events.includes(condition)) problems[`${at}.rule_type`] = 'problem.mixed'
    for (const [field, problem] of Object.entries(type ? conditionProblems(condition, type) : {})) {
      problems[`${at}.${isSourceField(field) ? `security.${field}` : field}`] = problem
    }
  }
  const listed = draft.server_ids.length + draft.group_ids.length + draft.tags.length
  if (draft.cover_type !== 'all' && listed === 0) problems.server_ids = 'problem.noServer'
  if (!isWhole(draft.for_minutes, 0, 1440)) problems.for_minutes = 'problem.forMinutes'
  if (!isWhole(draft.reminder_minutes, 5, 10_080)) problems.reminder_minutes = 'problem.reminder'
  return problems
}
