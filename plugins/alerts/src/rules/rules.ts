import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, displayName, invalid, notFound, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { ConditionField, Notifications, RuleType } from '../contract.ts'
import type { AlertCloser } from '../events/close-alerts.ts'
import type { AlertRuleInput, Condition, CoverType } from './rule-schema.ts'
import type { Rule, RuleRow, RulesStore } from './rules-store.ts'

const fieldNames: readonly ConditionField[] = ['min', 'max', 'duration', 'cycle_interval', 'cycle_limit']

/** The stored form, with fields in a fixed order so that equal conditions serialize equally. */
function normalized(condition: Condition): Condition {
  const present = fieldNames.filter((name) => condition[name] !== undefined && condition[name] !== null)
  return { rule_type: condition.rule_type, ...Object.fromEntries(present.map((name) => [name, condition[name]])) }
}

/** Equal for equal conditions. */
export const conditionKey = (condition: Condition): string => JSON.stringify(condition)

function checkFields(pathOf: (name: string) => string, condition: Condition, type: RuleType): void {
  const unused = fieldNames.find((name) => condition[name] !== undefined && !type.fields.includes(name))
  if (unused) throw invalid(pathOf(unused), `is not used by conditions of type ${type.type}`)
  const { min, max } = condition
  const hasBounds = type.fields.includes('min') || type.fields.includes('max')
  if (hasBounds && min === undefined && max === undefined) throw invalid(pathOf('min'), 'is required unless max is set')
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    throw invalid(pathOf('min'), 'must not be greater than max')
  }
  if (type.fields.includes('cycle_limit') && condition.cycle_limit === undefined) {
    throw invalid(pathOf('cycle_limit'), 'is required')
  }
}

/**
 * Validates and normalizes conditions; throws 422 with the invalid field. Conditions that the rule already has are accepted
 * even while the plugin of their type is not running.
 */
export function parseConditions(
  inputs: readonly Condition[],
  types: Registry<RuleType>,
  existing: readonly Condition[] = [],
): Condition[] {
  const existingKeys = new Set(existing.map(conditionKey))
  const conditions = inputs.map((input, index) => {
    const condition = normalized(input)
    const pathOf = (name: string) => `rules.${index}.${name}`
    const type = types.get(condition.rule_type)
    if (type) checkFields(pathOf, condition, type)
    else if (!existingKeys.has(conditionKey(condition))) {
      const names = types.all().map((one) => one.type)
      throw invalid(pathOf('rule_type'), `must be one of ${names.join(', ')}`)
    }
    return condition
  })
  // Types that are not running are undefined here: they may stay next to any kind.
  const isEvent = conditions.map(({ rule_type }) => types.get(rule_type)).map((type) => type && type.kind === 'event')
  const first = isEvent.find((one) => one !== undefined)
  const mixed = isEvent.findIndex((one) => one !== undefined && one !== first)
  if (mixed >= 0) throw invalid(`rules.${mixed}.rule_type`, 'must not combine events with other conditions')
  return conditions
}

/** The servers a rule applies to. */
export interface Coverage {
  readonly cover_type: CoverType
  readonly serverIds: readonly string[]
}

/** Whether a rule covers a server that its list does or does not contain. An empty include list covers none. */
export const covers = (type: CoverType, isListed: boolean): boolean =>
  type === 'all' || isListed === (type === 'include')

const isSame = (a: Coverage, b: Coverage): boolean =>
  a.cover_type === b.cover_type && a.serverIds.join() === b.serverIds.join()

/**
 * Validates a coverage; throws 422 when a required list is empty or contains an unknown server. An unchanged coverage is
 * always accepted, because deleting servers can empty its list.
 */
export function parseCoverage(input: Coverage, exists: (serverId: string) => boolean, existing?: Coverage): Coverage {
  const coverage = { ...input, serverIds: [...new Set(input.serverIds)] }
  if (existing && isSame(coverage, existing)) return existing
  const unknown = input.serverIds.findIndex((id) => !exists(id))
  if (unknown >= 0) throw invalid(`server_ids.${unknown}`, 'must be the id of an existing server')
  if (coverage.cover_type !== 'all' && coverage.serverIds.length === 0) {
    throw invalid('server_ids', `must list at least one server when cover_type is ${coverage.cover_type}`)
  }
  return coverage
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'ids'>
  readonly notifications: Pick<Notifications, 'hasGroup'>
  readonly types: Registry<RuleType>
  readonly store: RulesStore
  readonly closer: AlertCloser
}

/** Limits the cost of an evaluation pass. */
const maxRules = 500

/** API names of the fields that are stored under another name. */
const apiNames = { conditions_json: 'rules', serverIds: 'server_ids' } as const
/** Changing one of these increments the revision. */
const evaluatedFields: readonly string[] = ['enabled', 'rules', 'cover_type', 'server_ids']

const changedFields = (before: Rule, after: Rule): string[] =>
  (['name', 'enabled', 'conditions_json', 'trigger_mode', 'notification_group_id', 'cover_type', 'serverIds'] as const)
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => (name in apiNames ? apiNames[name as keyof typeof apiNames] : name))

/** Reads and changes alert rules. Changes run in the transaction of their audit entry. */
export function makeRules({ clock, servers, notifications, types, store, closer }: Dependencies) {
  const existing = (id: string): Rule => {
    const rule = store.get(id)
    if (!rule) throw notFound('no such alert rule')
    return rule
  }

  /** Applies `input` to a rule. */
  function withInput(input: Partial<AlertRuleInput>, before: Rule): Rule {
    if (input.actions && input.actions.length > 0)
      throw invalid('actions', 'must be empty; actions are not supported yet')
    const group = input.notification_group_id
    if (group && group !== before.notification_group_id && !notifications.hasGroup(group)) {
      throw invalid('notification_group_id', 'must be the id of an existing notification group')
    }
    const name = input.name === undefined ? before.name : displayName('name', input.name)
    const conditions = input.rules ? parseConditions(input.rules, types, before.conditions) : before.conditions
    const serverIds = new Set(servers.ids())
    const coverage = {
      cover_type: input.cover_type ?? before.cover_type,
      serverIds: input.server_ids === undefined ? before.serverIds : (input.server_ids ?? []),
    }
    return {
      ...before,
      ...parseCoverage(coverage, (id) => serverIds.has(id), before),
      name,
      conditions,
      conditions_json: JSON.stringify(conditions),
      enabled: (input.enabled ?? before.enabled) ? 1 : 0,
      trigger_mode: input.trigger_mode ?? before.trigger_mode,
      notification_group_id: group === undefined ? before.notification_group_id : group || null,
    }
  }

  const rowOf = ({ conditions: _, serverIds: __, ...row }: Rule): RuleRow => row

  return {
    list: () => store.list(),
    get: existing,

    create(input: AlertRuleInput): Rule {
      if (store.count() >= maxRules) throw badRequest(`there can be at most ${maxRules} alert rules`)
      const now = toSeconds(clock.now())
      const rule = withInput(input, {
        id: randomUUID(),
        name: '',
        enabled: 1,
        conditions: [],
        conditions_json: '[]',
        trigger_mode: 'always',
        notification_group_id: null,
        cover_type: 'all',
        serverIds: [],
        revision: 0,
        created_at: now,
        updated_at: now,
      })
      store.insert(rowOf(rule))
      store.setServers(rule.id, rule.serverIds)
      return rule
    },

    /** The updated rule, and the fields that changed. */
    update(id: string, input: Partial<AlertRuleInput>): { rule: Rule; changed: readonly string[] } {
      const before = existing(id)
      const next = withInput(input, before)
      const changed = changedFields(before, next)
      if (changed.length === 0) return { rule: before, changed }
      const revision = before.revision + (changed.some((name) => evaluatedFields.includes(name)) ? 1 : 0)
      const rule: Rule = { ...next, revision, updated_at: toSeconds(clock.now()) }
      store.update(rowOf(rule))
      if (changed.includes('server_ids')) store.setServers(id, rule.serverIds)
      closer.ruleChanged(before, rule)
      return { rule, changed }
    },

    remove(id: string): Rule {
      const rule = existing(id)
      closer.ruleDeleted(rule)
      store.remove(id)
      return rule
    },
  }
}
export type Rules = ReturnType<typeof makeRules>
