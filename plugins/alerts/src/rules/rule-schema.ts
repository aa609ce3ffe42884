import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, DisplayName, Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

const CycleInterval = OneOf('hour', 'day', 'week', 'month', 'year', 'billing')
const TriggerMode = OneOf('always', 'once')
export type TriggerMode = Static<typeof TriggerMode>
export const coverTypes = ['all', 'include', 'exclude'] as const
const CoverType = OneOf(...coverTypes)
export type CoverType = Static<typeof CoverType>
const Severity = OneOf('warning', 'critical')
export type Severity = Static<typeof Severity>

/** Members of a condition besides its type, in the order in which they are stored. */
export const conditionFields = [
  'min',
  'max',
  'duration',
  'pattern',
  'cycle_interval',
  'cycle_limit',
  'window',
  'share',
] as const
/** Members of `security`. */
export const sourceFields = [
  'min_failed_count',
  'min_distinct_ports',
  'exclude_users',
  'exclude_cidrs',
  'dedupe_window_seconds',
] as const

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** Of conditions about events with a source. */
const SourceOptions = Type.Object({
  min_failed_count: optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'failed sign-ins' })),
  min_distinct_ports: optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
  exclude_users: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      maxItems: 100,
      description: 'upper and lower case alike',
    }),
  ),
  exclude_cidrs: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description: 'addresses and ranges' }),
  ),
  dedupe_window_seconds: optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description:
        'at most one notification of a source in this time; without another event its alert ends after it; default 600',
    }),
  ),
})

/** A condition of a rule. Which fields it uses depends on its type. */
export const Condition = Type.Object({
  rule_type: Type.String({ minLength: 1, maxLength: 64 }),
  min: optional(Type.Number({ description: 'lower bound, inclusive, in the unit of the type' })),
  max: optional(Type.Number({ description: 'upper bound, inclusive; without min it is a lower bound, too' })),
  duration: optional(
    Type.Integer({ minimum: 0, maximum: 31_536_000, description: 'offline: seconds; expiration: days' }),
  ),
  pattern: optional(
    Type.String({ maxLength: 128, description: 'name; `*` is any text, `?` any character; without it: all' }),
  ),
  cycle_interval: optional(CycleInterval),
  cycle_limit: optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'bytes' })),
  window: optional(
    Type.Integer({ minimum: 1, maximum: 1440, description: 'minutes that are looked at; default: that of the type' }),
  ),
  share: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'percent of the minutes in the window that must match; default 70',
    }),
  ),
  security: optional(SourceOptions),
})
export type Condition = Static<typeof Condition>

const Name = DisplayName()
const ServerIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10_000 })

const TaskIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 10,
  description: 'tasks that alerts may run',
})

const ForMinutes = Type.Integer({
  minimum: 0,
  maximum: 1440,
  description: 'the conditions must hold for so many minutes before the rule fires',
})
const ReminderMinutes = Type.Integer({
  minimum: 5,
  maximum: 10_080,
  description: 'minutes between reminders in mode `always`',
})
const GroupIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 200 })
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 200 })

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** What a rule does about the sources of its alerts; which fields there are depends on the type. */
export const RuleAction = Type.Object(
  { type: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: Value, description: 'fields as in `GET /api/alert-actions`' },
)
export type RuleAction = { readonly type: string } & { readonly [name: string]: Static<typeof Value> }

/** All fields except name and rules have defaults; in an update, all are optional. */
export const AlertRuleInput = Type.Object({
  name: Name,
  rules: Type.Array(Condition, { maxItems: 10 }),
  trigger_mode: Type.Optional(TriggerMode),
  notification_group_id: optional(Type.String({ maxLength: 64 })),
  cover_type: Type.Optional(CoverType),
  server_ids: optional(ServerIds),
  group_ids: Type.Optional(GroupIds),
  tags: Type.Optional(Tags),
  severity: Type.Optional(Severity),
  for_minutes: Type.Optional(ForMinutes),
  reminder_minutes: Type.Optional(ReminderMinutes),
  enabled: Type.Optional(Type.Boolean()),
  immediate: Type.Optional(Type.Boolean({ description: 'notifies at once: no grouping, no quiet hours' })),
  fail_trigger_tasks: optional(TaskIds),
  recover_trigger_tasks: optional(TaskIds),
  actions: Type.Optional(Type.Array(RuleAction, { maxItems: 1 })),
})
export type AlertRuleInput = Static<typeof AlertRuleInput>

export const AlertRule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  rules: Type.Array(Condition),
  rules_json: Type.String({ description: 'JSON text of `rules`' }),
  trigger_mode: TriggerMode,
  notification_group_id: Nullable(Type.String()),
  cover_type: CoverType,
  server_ids: Type.Array(Type.String()),
  server_ids_json: Nullable(Type.String({ description: 'JSON text of `server_ids`; null when it is empty' })),
  group_ids: Type.Array(Type.String(), { description: 'server groups that are listed besides `server_ids`' }),
  tags: Type.Array(Type.String(), { description: 'servers with one of these tags are listed besides `server_ids`' }),
  severity: Severity,
  for_minutes: ForMinutes,
  reminder_minutes: ReminderMinutes,
  actions: Type.Array(RuleAction),
  actions_json: Nullable(Type.String({ description: 'JSON text of `actions`; null when there are none' })),
  fail_trigger_tasks: Nullable(Type.String({ description: 'JSON list of ids of tasks to run when it fires' })),
  recover_trigger_tasks: Nullable(Type.String({ description: 'JSON list of ids of tasks to run when it recovers' })),
  immediate: Type.Boolean(),
  firing: Type.Integer({ description: 'number of servers it is firing on' }),
  problems: Type.Array(Type.String(), {
    description: 'rule types that no running plugin provides; the rule cannot fire',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type AlertRule = Static<typeof AlertRule>

/** A task that rules may run. */
export const AlertTaskView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'where it runs' }),
  hint_text: CodedTextSchema,
})
export type AlertTaskView = Static<typeof AlertTaskView>

/** An action of a running plugin. */
export const AlertActionView = Type.Object({
  type: Type.String(),
  name: Type.String(),
  name_text: CodedTextSchema,
  hint: Type.String(),
  hint_text: CodedTextSchema,
  rule_types: Type.Array(Type.String(), { description: 'the only types of conditions that it goes with' }),
  fields: Type.Array(
    Type.Object({
      kind: OneOf('coverage', 'seconds', 'text'),
      name: Type.String({ description: 'of `coverage`: `cover_type`, which goes with `server_ids_json`' }),
      label: Type.String(),
      label_text: CodedTextSchema,
      hint_text: Nullable(CodedTextSchema),
      choices: Type.Array(Type.Integer({ description: 'seconds' })),
      default: Nullable(Type.Integer({ description: 'seconds' })),
      max_length: Nullable(Type.Integer()),
    }),
  ),
})
export type AlertActionView = Static<typeof AlertActionView>

export const AlertState = Type.Object({
  server_id: Type.String(),
  server_name: Type.String(),
  source: Type.String({ description: 'of a condition with `per_source`; otherwise empty' }),
  first_triggered_at: Timestamp,
  last_notified_at: Nullable(Timestamp),
  count: Type.Integer({ description: 'evaluations while firing' }),
  resolved: Type.Boolean(),
  resolved_at: Nullable(Timestamp),
  suppressed: Type.Boolean({ description: 'no one was notified because the server was silenced' }),
  silenced_by: Nullable(Type.String({ description: 'what silenced it, for example the name of a maintenance window' })),
  no_data_since: Nullable(Timestamp),
})
export type AlertState = Static<typeof AlertState>

/** A condition type of a running plugin. */
export const RuleTypeView = Type.Object({
  type: Type.String(),
  name: Type.String(),
  name_text: CodedTextSchema,
  kind: OneOf('threshold', 'network', 'state', 'traffic', 'event'),
  unit: Nullable(OneOf('percent', 'bytes', 'bytes_per_second', 'celsius', 'milliseconds', 'seconds', 'days')),
  per_source: Type.Boolean({ description: 'one alert for each source on a server; the only condition of its rule' }),
  fields: Type.Array(OneOf(...conditionFields, ...sourceFields), {
    description: 'members of a condition, and of its `security`',
  }),
  default_window: Nullable(Type.Integer({ description: 'minutes' })),
  max_window: Nullable(Type.Integer({ description: 'minutes' })),
  default_duration: Nullable(Type.Integer()),
  comparison: OneOf('at_least', 'above'),
})
export type RuleTypeView = Static<typeof RuleTypeView>

nameSchemas({
  Condition,
  RuleAction,
  AlertRuleInput,
  AlertRule,
  AlertActionView,
  AlertTaskView,
  AlertState,
  RuleTypeView,
})
