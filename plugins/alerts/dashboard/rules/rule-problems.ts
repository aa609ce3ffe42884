import type { RuleTypeView } from '@svc/plugin-alerts/contract'
import { type Amount, parseAmount } from './amount.ts'
import type { ConditionDraft, RuleDraft, Types } from './rule-draft.ts'

/** Translation keys of validation errors by API field name. */
export type Problems = Readonly<Record<string, string>>

type Field = RuleTypeView['fields'][number]

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
  const limit = type.fields.includes('cycle_limit') ? wholeProblem(draft.limit, 1) : undefined
  return {
    ...boundProblems(draft, type),
    ...(duration ? { duration } : {}),
    ...(limit ? { cycle_limit: limit } : {}),
  }
}

/** Validates a draft. */
export function findProblems(draft: RuleDraft, types: Types): Problems {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'problem.name'
  if (draft.conditions.length === 0) problems.rules = 'problem.noCondition'
  const events = draft.conditions.filter(({ type }) => types.get(type)?.kind === 'event')
  const mixes = events.length > 0 && events.length < draft.conditions.length
  for (const [index, condition] of draft.conditions.entries()) {
    const type = types.get(condition.type)
    const at = `rules.${index}`
    if (mixes && events.includes(condition)) problems[`${at}.rule_type`] = 'problem.mixed'
    for (const [field, problem] of Object.entries(type ? conditionProblems(condition, type) : {})) {
      problems[`${at}.${field}`] = problem
    }
  }
  if (draft.cover !== 'all' && draft.servers.length === 0) problems.server_ids = 'problem.noServer'
  return problems
}
