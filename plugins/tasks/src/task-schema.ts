import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { DisplayName, Nullable, nameSchemas, OneOf, Timestamp, textRule } from '@svc/plugin-sdk'

export const TaskType = OneOf('oneshot', 'scheduled')
export type TaskType = Static<typeof TaskType>
/** Whether alert rules may run a task, and where: on its targets, or on the server of the alert if that is one of them. */
export const AlertTrigger = OneOf('off', 'targets', 'alert_server')
export type AlertTrigger = Static<typeof AlertTrigger>
export const Trigger = OneOf('manual', 'schedule', 'missed', 'alert')
export type Trigger = Static<typeof Trigger>
export const RunState = OneOf('running', 'finished', 'cancelled', 'interrupted')
export type RunState = Static<typeof RunState>
/**
 * How an attempt ended: as the agent reported it, or `denied`, `offline`, `no_answer`, or `interrupted` by the end of this
 * program.
 */
export const End = OneOf(
  'exited',
  'timeout',
  'cancelled',
  'signal',
  'not_started',
  'denied',
  'offline',
  'no_answer',
  'interrupted',
)
export type End = Static<typeof End>

const optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))
const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10_000 })

/** bytes; a program of the host accepts arguments up to 128 KiB */
export const maxCommandBytes = 65_536

const settings = {
  name: Type.Optional(Type.Union([DisplayName(), Type.Literal(''), Type.Null()])),
  command: Type.String({
    minLength: 1,
    maxLength: maxCommandBytes,
    allOf: [textRule(/\S/u, 'kernel.NOT_EMPTY'), textRule(/^[^\0]*$/u, 'kernel.INVALID')],
    description: `shell command, at most ${maxCommandBytes} bytes in UTF-8`,
  }),
  server_ids: Ids,
  group_ids: Type.Optional(Ids),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 16 }), { maxItems: 100 })),
  cron_expression: optional(
    Type.String({ maxLength: 200, description: 'second, minute, hour, day, month, weekday; both days must match' }),
  ),
  timeout: optional(Type.Integer({ minimum: 1, maximum: 2_147_483, description: 'seconds; null for 300' })),
  retry_count: optional(Type.Integer({ minimum: 0, maximum: 10 })),
  retry_interval: optional(Type.Integer({ minimum: 1, maximum: 2_147_483, description: 'seconds' })),
  max_parallel: optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'servers at the same time' })),
  run_missed: Type.Optional(Type.Boolean({ description: 'run once if a run was missed while this program was down' })),
  alert_trigger: Type.Optional(AlertTrigger),
}

export const TaskInput = Type.Object({
  ...settings,
  server_ids: Type.Optional(Ids),
  task_type: Type.Optional(TaskType),
})
export type TaskInput = Static<typeof TaskInput>

export const TaskUpdate = Type.Partial(Type.Object({ ...settings, enabled: Type.Boolean() }))
export type TaskUpdate = Static<typeof TaskUpdate>

export const RunSummary = Type.Object({
  id: Type.String(),
  state: RunState,
  total: Type.Integer({ description: 'servers' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
})
export type RunSummary = Static<typeof RunSummary>

export const Task = Type.Object({
  id: Type.String(),
  command: Type.String(),
  server_ids: Type.Array(Type.String()),
  group_ids: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Type.String({ description: 'user id' }),
  task_type: TaskType,
  name: Nullable(Type.String()),
  cron_expression: Nullable(Type.String()),
  enabled: Type.Boolean(),
  timeout: Nullable(Type.Integer()),
  retry_count: Type.Integer(),
  retry_interval: Type.Integer(),
  max_parallel: Nullable(Type.Integer()),
  run_missed: Type.Boolean(),
  alert_trigger: AlertTrigger,
  last_run_at: Nullable(Timestamp),
  next_run_at: Nullable(Timestamp),
  last_run: Nullable(RunSummary),
})
export type Task = Static<typeof Task>

export const TaskResultRow = Type.Object({
  id: Type.Integer(),
  task_id: Type.String(),
  server_id: Type.String(),
  output: Type.String({ description: 'stdout, then stderr; at most 512 KiB' }),
  exit_code: Type.Integer({
    description: '-1: none (see `end`), -2: capability off, -3: offline, -4: no answer',
  }),
  end: End,
  omitted_bytes: Type.Integer({ description: 'left out of the middle of `output`' }),
  run_id: Nullable(Type.String({ description: 'null for one-shot tasks' })),
  attempt: Type.Integer({ description: 'from 1' }),
  started_at: Nullable(Timestamp),
  finished_at: Timestamp,
})
export type TaskResultRow = Static<typeof TaskResultRow>

/** The last attempt on a server in a run. */
export const RunServer = Type.Object({
  server_id: Type.String(),
  /** null while it runs, and for a server that the run has not reached */
  exit_code: Nullable(Type.Integer()),
  end: Nullable(End),
  /** 0 for a server that the run has not reached */
  attempt: Type.Integer(),
  duration_ms: Nullable(Type.Integer()),
})
export type RunServer = Static<typeof RunServer>

export const TaskRun = Type.Composite([
  RunSummary,
  Type.Object({
    number: Type.Integer({ description: 'increases with every run' }),
    task_id: Type.String(),
    trigger: Trigger,
    started_by: Type.String({ description: 'user id, or `system`' }),
    alert: Nullable(
      Type.Object({
        rule_id: Type.String(),
        rule_name: Type.String(),
        server_id: Type.String(),
        status: OneOf('firing', 'resolved'),
      }),
    ),
    command: Type.String(),
    skipped: Type.Integer({ description: 'schedules that came while it was running' }),
    servers: Type.Array(RunServer),
  }),
])
export type TaskRun = Static<typeof TaskRun>

/** Output of one server in one run. */
export const RunOutput = Type.Object({
  server_id: Type.String(),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      exit_code: Nullable(Type.Integer()),
      end: Nullable(End),
      output: Type.String(),
      omitted_bytes: Type.Integer(),
      started_at: Timestamp,
      finished_at: Nullable(Timestamp),
    }),
  ),
})
export type RunOutput = Static<typeof RunOutput>

export const SchedulePreview = Type.Object({
  timezone: Type.String(),
  next_runs: Type.Array(Timestamp, { description: 'up to five' }),
})
export type SchedulePreview = Static<typeof SchedulePreview>

nameSchemas({
  TaskInput,
  TaskUpdate,
  RunSummary,
  Task,
  TaskResultRow,
  RunServer,
  TaskRun,
  RunOutput,
  TaskSchedulePreview: SchedulePreview,
})
