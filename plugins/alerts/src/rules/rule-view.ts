import { type Registry, toTimestamp } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import type { AlertRule, RuleTypeView } from './rule-schema.ts'
import type { Rule } from './rules-store.ts'

/** Rule types that no running plugin provides. */
const problemsOf = ({ conditions }: Rule, types: Registry<RuleType>): string[] => [
  ...new Set(conditions.map(({ rule_type }) => rule_type).filter((type) => types.get(type) === undefined)),
]

export const ruleView = (rule: Rule, firing: number, types: Registry<RuleType>): AlertRule => ({
  id: rule.id,
  name: rule.name,
  enabled: rule.enabled === 1,
  rules: [...rule.conditions],
  rules_json: rule.conditions_json,
  trigger_mode: rule.trigger_mode,
  notification_group_id: rule.notification_group_id,
  cover_type: rule.cover_type,
  server_ids: [...rule.serverIds],
  server_ids_json: rule.serverIds.length > 0 ? JSON.stringify(rule.serverIds) : null,
  actions_json: null,
  fail_trigger_tasks: null,
  recover_trigger_tasks: null,
  firing,
  problems: problemsOf(rule, types),
  created_at: toTimestamp(rule.created_at),
  updated_at: toTimestamp(rule.updated_at),
})

export const ruleTypeView = ({ type, name, kind, unit, fields, defaultDuration }: RuleType): RuleTypeView => ({
  type,
  name,
  kind,
  unit,
  fields: [...fields],
  default_duration: defaultDuration ?? null,
})
