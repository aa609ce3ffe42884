import { Type } from '@sinclair/typebox'
import { type Clock, data, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Runner } from '../runs/runner.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { nextRuns, readCron } from '../schedule/cron.ts'
import { SchedulePreview, Task, TaskInput, TaskType, TaskUpdate } from '../task-schema.ts'
import { taskView } from './task-view.ts'
import type { Tasks } from './tasks.ts'
import type { StoredTask } from './tasks-store.ts'

const previewed = 5
/** characters of the command in audit entries */
const maxAudited = 500

interface Dependencies {
  readonly tasks: Tasks
  readonly runs: Pick<RunsStore, 'lastRuns' | 'newest'>
  readonly runner: Pick<Runner, 'start'>
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly timezone: string
}

export const TaskParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Tasks, for admins. */
export const taskRoutes =
  ({ tasks, runs, runner, audit, clock, timezone }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const view = (task: StoredTask) => taskView(task, runs.newest(task.id, 1)[0])

    app.get(
      '/api/tasks',
      {
        ...access,
        schema: {
          summary: 'Tasks, newest first',
          querystring: Type.Object({ type: Type.Optional(TaskType) }),
          response: { 200: data(Type.Array(Task)) },
        },
      },
      async ({ query }) => {
        const lastRuns = new Map(runs.lastRuns().map((run) => [run.task_id, run]))
        return {
          data: tasks
            .list()
            .filter(({ task_type }) => query.type === undefined || task_type === query.type)
            .map((task) => taskView(task, lastRuns.get(task.id))),
        }
      },
    )

    app.post(
      '/api/tasks',
      {
        ...access,
        schema: {
          summary: 'Creates a task; a one-shot task runs at once',
          body: TaskInput,
          response: { 200: data(Task) },
        },
      },
      async (req) => {
        const { principal, ip, body } = req
        const task = audit.act(
          req,
          'task_created',
          () => {
            const created = tasks.create(body, principal.userId)
            if (created.task_type === 'oneshot') {
              runner.start(created, { trigger: 'manual', actor: { userId: principal.userId, ip } })
            }
            return tasks.get(created.id)
          },
          ({ id, task_type, name, command }) => ({ id, type: task_type, name, command: command.slice(0, maxAudited) }),
        )
        return { data: view(task) }
      },
    )

    app.get(
      '/api/tasks/:id',
      { ...access, schema: { summary: 'A task', params: TaskParams, response: { 200: data(Task) } } },
      async ({ params }) => ({ data: view(tasks.get(params.id)) }),
    )

    app.put(
      '/api/tasks/:id',
      {
        ...access,
        schema: {
          summary: 'Updates a task; another command, schedule or target cancels its active run',
          params: TaskParams,
          body: TaskUpdate,
          response: { 200: data(Task) },
        },
      },
      async (req) => {
        const task = audit.act(
          req,
          'task_updated',
          () => tasks.update(req.params.id, req.body),
          ({ id }) => ({ id, changed: Object.keys(req.body) }),
        )
        return { data: view(task) }
      },
    )

    app.delete(
      '/api/tasks/:id',
      {
        ...access,
        schema: {
          summary: 'Deletes a task with its results; its active run is cancelled',
          params: TaskParams,
          response: { 200: data(Type.Null()) },
        },
      },
      async (req) => {
        audit.act(
          req,
          'task_deleted',
          () => tasks.remove(req.params.id),
          ({ id, name }) => ({ id, name }),
        )
        return { data: null }
      },
    )

    app.get(
      '/api/task-schedule',
      {
        config: { ...access.config, errors: [422] },
        schema: {
          summary: 'The next runs of a cron expression; 422 if it is invalid or never runs',
          querystring: Type.Object({ cron_expression: Type.String({ maxLength: 200 }) }),
          response: { 200: data(SchedulePreview) },
        },
      },
      async ({ query }) => {
        const expression = readCron(query.cron_expression, timezone, clock.now())
        const next_runs = nextRuns(expression, timezone, clock.now(), previewed)
        return { data: { timezone, next_runs: next_runs.map((ms) => toTimestamp(toSeconds(ms))) } }
      },
    )
  }
