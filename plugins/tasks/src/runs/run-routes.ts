import { Type } from '@sinclair/typebox'
import {
  badRequest,
  conflict,
  data,
  formatCursor,
  invalid,
  linkNext,
  nameSchemas,
  notFound,
  PageCursor,
  pageOf,
  parseCursor,
  type Routes,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { RunOutput, Task, TaskResultRow, TaskRun } from '../task-schema.ts'
import { TaskParams } from '../tasks/task-routes.ts'
import { outputView, resultView, runView, taskView } from '../tasks/task-view.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Runner } from './runner.ts'
import type { RunRow, RunsStore } from './runs-store.ts'

const maxResults = 500
/** characters of output in one response */
const maxResultOutput = 16_777_216
/** servers of all runs in one response; the first run is always there */
const maxCells = 20_000

const RunParams = Type.Object({ id: Type.String({ maxLength: 64 }), run_id: Type.String({ maxLength: 64 }) })
const OutputParams = Type.Composite([RunParams, Type.Object({ server_id: Type.String({ maxLength: 64 }) })])

const RunInput = Type.Object({
  server_ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 10_000 })),
  failed_of: Type.Optional(Type.String({ maxLength: 64, description: 'run whose failed servers are run again' })),
})

nameSchemas({ RunInput })

interface Dependencies {
  readonly tasks: Pick<Tasks, 'get'>
  readonly runs: RunsStore
  readonly runner: Pick<Runner, 'start' | 'cancel' | 'targetsOf' | 'isActive'>
  readonly audit: Audit
}

/** Runs and results of tasks, for admins. */
export const runRoutes =
  ({ tasks, runs, runner, audit }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'admin' } } as const
    const getRun = (taskId: string, runId: string): RunRow => {
      const run = runs.get(runId)
      if (run?.task_id !== taskId) throw notFound('tasks.UNKNOWN_RUN')
      return run
    }
    const view = (run: RunRow) => runView(run, runs.lastAttempts(run.id))

    /** The servers of a run that did not succeed; those it never reached included. */
    const failedServers = (run: RunRow): string[] =>
      view(run)
        .servers.filter(({ exit_code }) => exit_code !== 0)
        .map(({ server_id }) => server_id)

    app.get(
      '/api/tasks/:id/results',
      {
        ...access,
        schema: {
          summary: 'Results, the latest first: up to 500, fewer if their output is larger than 16 MiB',
          params: TaskParams,
          querystring: Type.Object({ cursor: PageCursor }),
          response: { 200: pageOf(TaskResultRow) },
        },
      },
      async ({ params, query }, reply) => {
        const task = tasks.get(params.id)
        const before = parseCursor(query.cursor, 2)
        const { rows, next } = runs.results(task.id, { limit: maxResults, maxBytes: maxResultOutput, before })
        linkNext(reply, { cursor: next })
        return { data: rows.map((row) => resultView(row, task)) }
      },
    )

    app.post(
      '/api/tasks/:id/run',
      {
        ...access,
        schema: {
          summary: 'Runs a scheduled task now; 409 while it is running',
          params: TaskParams,
          response: { 200: data(Task) },
        },
      },
      async ({ params, principal: { userId }, ip }) => {
        const task = tasks.get(params.id)
        if (task.task_type !== 'scheduled') throw badRequest('tasks.NOT_SCHEDULED')
        runner.start(task, { trigger: 'manual', actor: { userId, ip } })
        return { data: taskView(tasks.get(task.id), runs.newest(task.id, 1)[0]) }
      },
    )

    app.get(
      '/api/tasks/:id/runs',
      {
        ...access,
        schema: {
          summary: 'Runs with the last attempt on each server, newest first',
          params: TaskParams,
          querystring: Type.Object({
            limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
            cursor: PageCursor,
          }),
          response: { 200: pageOf(TaskRun) },
        },
      },
      async ({ params, query: { limit, cursor } }, reply) => {
        const [before] = parseCursor(cursor, 1) ?? []
        const views: TaskRun[] = []
        let [cells, last] = [0, 0]
        for (const run of runs.newest(tasks.get(params.id).id, limit + 1, before)) {
          const next = view(run)
          cells += next.servers.length
          if (views.length === limit || (views.length > 0 && cells > maxCells)) {
            linkNext(reply, { cursor: formatCursor(last) })
            break
          }
          views.push(next)
          last = run.number
        }
        return { data: views }
      },
    )

    app.post(
      '/api/tasks/:id/runs',
      {
        ...access,
        schema: {
          summary: 'Runs a task of any type again, on all of its targets, some of them, or those that failed',
          params: TaskParams,
          body: RunInput,
          response: { 200: data(TaskRun) },
        },
      },
      async ({ params, body, principal: { userId }, ip }) => {
        const task = tasks.get(params.id)
        const targets = runner.targetsOf(task)
        const wanted = body.failed_of === undefined ? body.server_ids : failedServers(getRun(task.id, body.failed_of))
        const serverIds = wanted === undefined ? targets : targets.filter((id) => wanted.includes(id))
        if (serverIds.length === 0) throw invalid('server_ids', 'tasks.NO_TARGETS')
        const runId = runner.start(task, { trigger: 'manual', actor: { userId, ip }, serverIds })
        return { data: view(getRun(task.id, runId ?? '')) }
      },
    )

    app.get(
      '/api/tasks/:id/runs/:run_id',
      {
        ...access,
        schema: {
          summary: 'A run with the last attempt on each server',
          params: RunParams,
          response: { 200: data(TaskRun) },
        },
      },
      async ({ params }) => ({ data: view(getRun(params.id, params.run_id)) }),
    )

    app.get(
      '/api/tasks/:id/runs/:run_id/servers/:server_id',
      {
        ...access,
        schema: {
          summary: 'The attempts on a server with their output',
          params: OutputParams,
          response: { 200: data(RunOutput) },
        },
      },
      async ({ params }) => {
        const run = getRun(params.id, params.run_id)
        return { data: outputView(params.server_id, runs.attempts(run.id, params.server_id)) }
      },
    )

    app.post(
      '/api/tasks/:id/cancel',
      {
        ...access,
        schema: {
          summary: 'Cancels the active run; 409 if there is none',
          params: TaskParams,
          response: { 200: data(Task) },
        },
      },
      async (req) => {
        const task = tasks.get(req.params.id)
        if (!runner.cancel(task.id)) throw conflict('tasks.NOT_RUNNING')
        audit.write({
          userId: req.principal.userId,
          ip: req.ip,
          action: 'task_cancelled',
          detail: { id: task.id, name: task.name },
        })
        return { data: taskView(task, runs.newest(task.id, 1)[0]) }
      },
    )
  }
