import { invalid, type Registry } from '@svc/plugin-sdk'
import type { ConditionField, RuleType } from '../contract.ts'
import type { Condition } from './rule.ts'

const members: readonly ConditionField[] = ['min', 'max', 'duration', 'cycle_interval', 'cycle_limit']

/** What is stored of a condition: its members in a fixed order, so that equal conditions are equal texts. */
const storedForm = (condition: Condition): Condition => {
  const given = members.filter((name) => condition[name] !== undefined && condition[name] !== null)
  return { rule_type: condition.rule_type, ...Object.fromEntries(given.map((name) => [name, condition[name]])) }
}

/** Equal conditions have equal keys. */
export const conditionKey = (condition: Condition): string => JSON.stringify(condition)

function checkMembers(field: (name: string) => string, condition: Condition, type: RuleType): void {
  const foreign = members.find((name) => condition[name] !== undefined && !type.fields.includes(name))
  if (foreign) throw invalid(field(foreign), `is not used by conditions of type ${type.type}`)
  const { min, max } = condition
  const hasBounds = type.fields.includes('min') || type.fields.includes('max')
  if (hasBounds && min === undefined && max === undefined) throw invalid(field('min'), 'is required unless max is set')
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    throw invalid(field('min'), 'must not be greater than max')
  }
  if (type.fields.includes('cycle_limit') && condition.cycle_limit === undefined) {
    throw invalid(field('cycle_limit'), 'is required')
  }
}

/**
 * The conditions to store. What a rule has already may stay although the plugin of its type is off now. Throws 422 that
 * names the member and what is wrong with it.
 */
export function readConditions(
  inputs: readonly Condition[],
  types: Registry<RuleType>,
  before: readonly Condition[] = [],
): Condition[] {
  const old = new Set(before.map(conditionKey))
  const read = inputs.map((input, index) => {
    const condition = storedForm(input)
    const field = (name: string) => `rules.${index}.${name}`
    const type = types.get(condition.rule_type)
    if (type) checkMembers(field, condition, type)
    else if (!old.has(conditionKey(condition))) {
      const known = types.all().map((one) => one.type)
      throw invalid(field('rule_type'), `must be one of ${known.join(', ')}`)
    }
    return condition
  })
  // of a type whose plugin is off nobody knows: it may stay beside what it stood beside
  const isEvent = read.map(({ rule_type }) => types.get(rule_type)).map((type) => type && type.kind === 'event')
  const first = isEvent.find((one) => one !== undefined)
  const odd = isEvent.findIndex((one) => one !== undefined && one !== first)
  if (odd >= 0) throw invalid(`rules.${odd}.rule_type`, 'must not combine events with other conditions')
  return read
}
