import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, invalid, normalizeName, notFound, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { AlertAction, AlertTasks, Notifications, RuleType } from '../contract.ts'
import type { AlertCloser } from '../events/close-alerts.ts'
import { makeRuleActions } from './rule-actions.ts'
import { parseConditions, parseCoverage } from './rule-input.ts'
import type { AlertRuleInput } from './rule-schema.ts'
import type { Rule, RuleRow, RulesStore } from './rules-store.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'ids'>
  readonly notifications: Pick<Notifications, 'hasGroup'>
  readonly types: Registry<RuleType>
  readonly alertTasks: Registry<AlertTasks>
  readonly alertActions: Registry<AlertAction>
  readonly store: RulesStore
  readonly closer: AlertCloser
}

/** Limits the cost of an evaluation pass. */
const maxRules = 500

/** API names of the fields that are stored under another name. */
const apiNames = {
  conditions_json: 'rules',
  serverIds: 'server_ids',
  fail_tasks_json: 'fail_trigger_tasks',
  recover_tasks_json: 'recover_trigger_tasks',
  group_ids_json: 'group_ids',
  tags_json: 'tags',
  actions_json: 'actions',
} as const
const comparedFields = [
  'name',
  'enabled',
  'conditions_json',
  'trigger_mode',
  'notification_group_id',
  'cover_type',
  'serverIds',
  'fail_tasks_json',
  'recover_tasks_json',
  'immediate',
  'severity',
  'for_minutes',
  'reminder_minutes',
  'group_ids_json',
  'tags_json',
  'actions_json',
] as const
/** Changing one of these increments the revision. */
const evaluatedFields: readonly string[] = ['enabled', 'rules', 'cover_type', 'server_ids', 'group_ids', 'tags']

const changedFields = (before: Rule, after: Rule): string[] =>
  comparedFields
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => (name in apiNames ? apiNames[name as keyof typeof apiNames] : name))

/** Reads and changes alert rules. Changes run in the transaction of their audit entry. */
export function makeRules({
  clock,
  servers,
  notifications,
  types,
  alertTasks,
  alertActions,
  store,
  closer,
}: Dependencies) {
  const ruleActions = makeRuleActions({ servers, actions: alertActions })

  const existing = (id: string): Rule => {
    const rule = store.get(id)
    if (!rule) throw notFound('alerts.UNKNOWN_RULE')
    return rule
  }

  /** Tasks that the rule has already may have been deleted meanwhile, or their plugin switched off. */
  function readTasks(
    field: 'fail_trigger_tasks' | 'recover_trigger_tasks',
    ids: readonly string[] | null | undefined,
    before: string,
  ): string {
    if (ids === undefined) return before
    const existing: readonly string[] = JSON.parse(before)
    const isKnown = (id: string) => existing.includes(id) || alertTasks.all().some((tasks) => tasks.has(id))
    if (!ids?.every(isKnown) && ids !== null) throw invalid(field, 'alerts.TASKS_MUST_EXIST')
    return JSON.stringify([...new Set(ids)])
  }

  /** Applies `input` to a rule. */
  function withInput(input: Partial<AlertRuleInput>, before: Rule): Rule {
    const group = input.notification_group_id
    if (group && group !== before.notification_group_id && !notifications.hasGroup(group)) {
      throw invalid('notification_group_id', 'alerts.GROUP_MUST_EXIST')
    }
    const name = input.name === undefined ? before.name : normalizeName(input.name)
    const conditions = input.rules ? parseConditions(input.rules, types, before.conditions) : before.conditions
    const serverIds = new Set(servers.ids())
    const coverage = {
      cover_type: input.cover_type ?? before.cover_type,
      serverIds: input.server_ids === undefined ? before.serverIds : (input.server_ids ?? []),
      groupIds: input.group_ids ?? before.groupIds,
      tags: input.tags ?? before.tags,
    }
    const actions = ruleActions.parse(input.actions ?? before.actions, conditions, before.actions)
    const covered = parseCoverage(coverage, (id) => serverIds.has(id), before)
    return {
      ...before,
      ...covered,
      group_ids_json: JSON.stringify(covered.groupIds),
      tags_json: JSON.stringify(covered.tags),
      severity: input.severity ?? before.severity,
      for_minutes: input.for_minutes ?? before.for_minutes,
      reminder_minutes: input.reminder_minutes ?? before.reminder_minutes,
      name,
      conditions,
      conditions_json: JSON.stringify(conditions),
      actions,
      actions_json: JSON.stringify(actions),
      enabled: (input.enabled ?? before.enabled) ? 1 : 0,
      immediate: (input.immediate ?? before.immediate) ? 1 : 0,
      trigger_mode: input.trigger_mode ?? before.trigger_mode,
      notification_group_id: group === undefined ? before.notification_group_id : group || null,
      fail_tasks_json: readTasks('fail_trigger_tasks', input.fail_trigger_tasks, before.fail_tasks_json),
      recover_tasks_json: readTasks('recover_trigger_tasks', input.recover_trigger_tasks, before.recover_tasks_json),
    }
  }

  const rowOf = ({ conditions: _, serverIds: __, groupIds: ___, tags: ____, actions: _____, ...row }: Rule): RuleRow =>
    row

  /** A rule with defaults. */
  function blank(): Rule {
    const now = toSeconds(clock.now())
    return {
      id: randomUUID(),
      name: '',
      enabled: 1,
      conditions: [],
      conditions_json: '[]',
      trigger_mode: 'always',
      notification_group_id: null,
      cover_type: 'all',
      serverIds: [],
      groupIds: [],
      group_ids_json: '[]',
      tags: [],
      tags_json: '[]',
      actions: [],
      actions_json: '[]',
      severity: 'critical',
      for_minutes: 0,
      reminder_minutes: 60,
      revision: 0,
      created_at: now,
      updated_at: now,
      fail_tasks_json: '[]',
      recover_tasks_json: '[]',
      immediate: 0,
    }
  }

  return {
    list: () => store.list(),
    get: existing,

    /** Validates a rule that is not saved. */
    preview: (input: Omit<AlertRuleInput, 'name'>): Rule => withInput(input, blank()),

    create(input: AlertRuleInput): Rule {
      if (store.count() >= maxRules) throw badRequest('alerts.TOO_MANY_RULES', { limit: maxRules })
      const rule = withInput(input, blank())
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
