import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Core, data, Nullable, Ok, ok, type Registry, type Routes, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Backtest } from '../backtest/backtest.ts'
import { BacktestInput, BacktestResult } from '../backtest/backtest-schema.ts'
import type { ActionField, AlertAction, AlertTasks, RuleType } from '../contract.ts'
import { toTimestampOrNull, unknownServer } from '../events/event-routes.ts'
import type { StateRow, StatesStore } from '../events/states-store.ts'
import { AlertActionView, AlertRule, AlertRuleInput, AlertState, AlertTaskView, RuleTypeView } from './rule-schema.ts'
import type { Rules } from './rules.ts'
import type { Rule } from './rules-store.ts'

/** Rule types that no running plugin provides. */
const problemsOf = ({ conditions }: Rule, types: Registry<RuleType>): string[] => [
  ...new Set(conditions.map(({ rule_type }) => rule_type).filter((type) => types.get(type) === undefined)),
]

const listOrNull = (json: string) => (json === '[]' ? null : json)

const ruleView = (rule: Rule, firing: number, types: Registry<RuleType>): AlertRule => ({
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
  group_ids: [...rule.groupIds],
  tags: [...rule.tags],
  severity: rule.severity,
  for_minutes: rule.for_minutes,
  reminder_minutes: rule.reminder_minutes,
  actions: [...rule.actions],
  actions_json: listOrNull(rule.actions_json),
  fail_trigger_tasks: listOrNull(rule.fail_tasks_json),
  recover_trigger_tasks: listOrNull(rule.recover_tasks_json),
  immediate: rule.immediate === 1,
  firing,
  problems: problemsOf(rule, types),
  created_at: toTimestamp(rule.created_at),
  updated_at: toTimestamp(rule.updated_at),
})

const ruleTypeView = (
  { type, name, kind, perSource = false, unit, fields, window, defaultDuration, comparison = 'at_least' }: RuleType,
  text: Core['text'],
): RuleTypeView => ({
  type,
  name: text(name),
  name_text: name,
  kind,
  per_source: perSource,
  unit,
  fields: [...fields],
  default_window: window?.default ?? null,
  max_window: window?.max ?? null,
  default_duration: defaultDuration ?? null,
  comparison,
})

const stateView = (row: StateRow, serverName: string | undefined): AlertState => ({
  server_id: row.server_id,
  server_name: serverName ?? unknownServer,
  source: row.source,
  first_triggered_at: toTimestamp(row.first_triggered_at),
  last_notified_at: toTimestampOrNull(row.last_notified_at),
  count: row.count,
  resolved: row.resolved_at !== null,
  resolved_at: toTimestampOrNull(row.resolved_at),
  suppressed: row.suppressed === 1,
  silenced_by: row.silenced_by,
  no_data_since: toTimestampOrNull(row.no_data_since),
})

const fieldView = (field: ActionField, text: Core['text']): AlertActionView['fields'][number] => ({
  kind: field.kind,
  name: field.kind === 'coverage' ? 'cover_type' : field.name,
  label: text(field.label),
  label_text: field.label,
  hint_text: field.kind === 'text' ? field.hint : null,
  choices: field.kind === 'seconds' ? [...field.choices] : [],
  default: field.kind === 'seconds' ? field.default : null,
  max_length: field.kind === 'text' ? field.maxLength : null,
})

const actionView = ({ type, name, hint, ruleTypes, fields }: AlertAction, text: Core['text']): AlertActionView => ({
  type,
  name: text(name),
  name_text: name,
  hint: text(hint),
  hint_text: hint,
  rule_types: [...ruleTypes],
  fields: fields.map((field) => fieldView(field, text)),
})

export interface RuleRoutesDependencies {
  readonly rules: Rules
  readonly backtest: Backtest
  readonly states: Pick<StatesStore, 'firingCounts' | 'ofRule'>
  readonly types: Registry<RuleType>
  readonly alertTasks: Registry<AlertTasks>
  readonly alertActions: Registry<AlertAction>
  readonly servers: Pick<Servers, 'get'>
  readonly audit: Audit
  readonly text: Core['text']
}

/** What an audit entry says about a rule. */
const identity = ({ id, name }: Rule) => ({ id, name })

/** Alert rules and rule types, for admins. */
export const ruleRoutes =
  ({
    rules,
    backtest,
    states,
    types,
    alertTasks,
    alertActions,
    servers,
    audit,
    text,
  }: RuleRoutesDependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
    const view = (rule: Rule) => ruleView(rule, states.firingCounts().get(rule.id) ?? 0, types)

    app.get(
      '/api/alert-rule-types',
      {
        ...access,
        schema: {
          summary: 'Condition types of the running plugins',
          response: { 200: data(Type.Array(RuleTypeView)) },
        },
      },
      async () => ({ data: types.all().map((type) => ruleTypeView(type, text)) }),
    )

    app.get(
      '/api/alert-tasks',
      {
        ...access,
        schema: {
          summary: 'Tasks that rules may run; null if no running plugin has tasks',
          response: { 200: data(Nullable(Type.Array(AlertTaskView))) },
        },
      },
      async () => {
        const sources = alertTasks.all()
        if (sources.length === 0) return { data: null }
        const tasks = sources.flatMap((source) => source.list())
        return { data: tasks.map(({ id, name, hint }) => ({ id, name, hint: text(hint), hint_text: hint })) }
      },
    )

    app.get(
      '/api/alert-actions',
      {
        ...access,
        schema: {
          summary: 'What rules can do about the sources of their alerts',
          response: { 200: data(Type.Array(AlertActionView)) },
        },
      },
      async () => ({ data: alertActions.all().map((action) => actionView(action, text)) }),
    )

    app.get(
      '/api/alert-rules',
      {
        ...access,
        schema: {
          summary: 'All alert rules, in order of creation',
          response: { 200: data(Type.Array(AlertRule)) },
        },
      },
      async () => {
        const firing = states.firingCounts()
        return { data: rules.list().map((rule) => ruleView(rule, firing.get(rule.id) ?? 0, types)) }
      },
    )

    app.post(
      '/api/alert-rules',
      {
        ...access,
        schema: { summary: 'Creates an alert rule', body: AlertRuleInput, response: { 200: data(AlertRule) } },
      },
      async (req) => ({
        data: view(audit.act(req, 'alert_rule.create', () => rules.create(req.body), identity)),
      }),
    )

    app.post(
      '/api/alert-rules/backtest',
      {
        ...access,
        schema: {
          summary: 'What a rule that is not saved would have done, according to stored history',
          body: BacktestInput,
          response: { 200: data(BacktestResult) },
        },
      },
      async (req, reply) => {
        const closed = new AbortController()
        reply.raw.on('close', () => closed.abort())
        return { data: await backtest(req.body, closed.signal) }
      },
    )

    app.get(
      '/api/alert-rules/:id',
      { ...access, schema: { summary: 'An alert rule', params, response: { 200: data(AlertRule) } } },
      async (req) => ({ data: view(rules.get(req.params.id)) }),
    )

    app.put(
      '/api/alert-rules/:id',
      {
        ...access,
        schema: {
          summary: 'Updates an alert rule; alerts that no longer apply are closed without a notification',
          params,
          body: Type.Partial(AlertRuleInput, { title: 'AlertRuleChanges' }),
          response: { 200: data(AlertRule) },
        },
      },
      async (req) => {
        const { rule } = audit.act(
          req,
          'alert_rule.update',
          () => rules.update(req.params.id, req.body),
          ({ rule, changed }) => (changed.length > 0 ? { ...identity(rule), changed } : undefined),
        )
        return { data: view(rule) }
      },
    )

    app.delete(
      '/api/alert-rules/:id',
      { ...access, schema: { summary: 'Deletes an alert rule and its alerts', params, response: { 200: Ok } } },
      async (req) => {
        audit.act(req, 'alert_rule.delete', () => rules.remove(req.params.id), identity)
        return ok
      },
    )

    app.get(
      '/api/alert-rules/:id/states',
      {
        ...access,
        schema: {
          summary: 'States of a rule by server, latest change first',
          params,
          response: { 200: data(Type.Array(AlertState)) },
        },
      },
      async (req) => ({
        data: states.ofRule(req.params.id).map((row) => stateView(row, servers.get(row.server_id)?.name)),
      }),
    )
  }
