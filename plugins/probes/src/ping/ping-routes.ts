import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import {
  type Bounded,
  type Core,
  data,
  notFound,
  Ok,
  ok,
  type Principal,
  parseTimeRange,
  type Routes,
  storedRange,
  TimeRange,
  toSeconds,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { maskQuery } from '@svc/protocol'
import type { NumbersStore } from '../numbers-store.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import { PingRecord, PingSeries, PingTask, PingTaskInput } from './ping-schema.ts'
import { maxRecords, type PingsInput } from './results-worker.ts'
import { type Tasks, toPingTask } from './tasks.ts'
import type { TaskRow } from './tasks-store.ts'

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'
const RangeOfServer = Type.Object({
  ...TimeRange().properties,
  server_id: Type.Optional(Type.String({ description: 'one server only' })),
})

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  /** retention of the results */
  readonly days: number
  readonly servers: Pick<Servers, 'isVisible' | 'visibleTo' | 'require'>
  readonly tasks: Tasks
  readonly numbers: Pick<NumbersStore, 'find'>
  readonly results: Pick<RoundWriter, 'flush'>
  readonly bounded: Bounded
  readonly audit: Pick<Audit, 'act'>
  /** Call it after tasks of these servers changed; empty: of all servers. */
  onChanged(serverIds: readonly string[]): void
  /** Call it after a task was deleted. */
  onDeleted(number: number): void
}

/** Pending results of up to this many servers are written before reading; with more servers the last minute may be missing. */
const maxFlushedServers = 20

const auditDetail = ({ name, target, interval, enabled }: TaskRow) => ({
  name,
  target: maskQuery(target),
  interval,
  enabled: enabled === 1,
})

const worker = new URL('./results-worker.js', import.meta.url)

/** Ping tasks and their results. */
export const pingRoutes = (deps: Dependencies): Routes => {
  const { clock, days, servers, tasks, numbers, results, bounded, offload, audit, onChanged, onDeleted } = deps

  const taskFor = (principal: Principal) => (row: TaskRow) => toPingTask(row, servers, principal)
  /** Members do not see tasks of hidden servers only, which would look like tasks of all servers. */
  const canSee = (row: TaskRow, principal: Principal) =>
    row.server_ids.length === 0 || taskFor(principal)(row).server_ids.length > 0 || principal.role === 'admin'
  const visibleTask = (id: string, principal: Principal): TaskRow => {
    const row = tasks.get(id)
    if (!canSee(row, principal)) throw notFound('probes.UNKNOWN_PING_TASK')
    return row
  }

  async function read(
    what: PingsInput['what'],
    id: string,
    query: { readonly from: string; readonly to: string; readonly server_id?: string },
    principal: Principal,
  ): Promise<Uint8Array> {
    const { interval } = visibleTask(id, principal)
    const range = storedRange(parseTimeRange(query), toSeconds(clock.now()), days)
    const all: readonly Server[] =
      query.server_id === undefined ? servers.visibleTo(principal) : [servers.require(query.server_id, principal)]
    const task = numbers.find(id)
    if (task === undefined || all.length === 0) return Buffer.from('{"data":[]}')
    return bounded(() => {
      if (all.length <= maxFlushedServers) for (const { number } of all) results.flush(number)
      const inputServers = all.map((server) => ({ id: server.id, name: server.name, number: server.number }))
      return offload<PingsInput, Uint8Array>(worker, {
        what,
        taskId: id,
        task,
        servers: inputServers,
        interval,
        ...range,
      })
    })
  }

  return async (app) => {
    app.get(
      '/api/ping-tasks',
      {
        config: { access: 'member' },
        schema: { summary: 'All ping tasks, oldest first', response: { 200: data(Type.Array(PingTask)) } },
      },
      async ({ principal }) => ({
        data: tasks
          .list()
          .filter((row) => canSee(row, principal))
          .map(taskFor(principal)),
      }),
    )
    app.get(
      '/api/ping-tasks/:id',
      {
        config: { access: 'member' },
        schema: { summary: 'A ping task', params, response: { 200: data(PingTask) } },
      },
      async ({ params: { id }, principal }) => ({ data: taskFor(principal)(visibleTask(id, principal)) }),
    )
    app.post(
      '/api/ping-tasks',
      {
        config: { access: 'admin' },
        schema: { summary: 'Adds a ping task', body: PingTaskInput, response: { 200: data(PingTask) } },
      },
      async (req) => {
        const row = audit.act(
          req,
          'ping_task.create',
          () => tasks.create(req.body),
          ({ id, name, target }) => ({ id, name, target: maskQuery(target) }),
        )
        onChanged(row.server_ids)
        return { data: taskFor(req.principal)(row) }
      },
    )
    app.put(
      '/api/ping-tasks/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Updates a ping task; omitted fields are unchanged',
          params,
          body: Type.Partial(PingTaskInput, { title: 'PingTaskChanges' }),
          response: { 200: data(PingTask) },
        },
      },
      async (req) => {
        const { before, after } = audit.act(
          req,
          'ping_task.update',
          () => tasks.update(req.params.id, req.body),
          ({ before, after }) => ({ id: after.id, from: auditDetail(before), to: auditDetail(after) }),
        )
        const isForAll = before.server_ids.length === 0 || after.server_ids.length === 0
        onChanged(isForAll ? [] : [...before.server_ids, ...after.server_ids])
        return { data: taskFor(req.principal)(after) }
      },
    )
    app.delete(
      '/api/ping-tasks/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes a ping task with its results', params, response: { 200: Ok } },
      },
      async (req) => {
        const { server_ids, number } = audit.act(
          req,
          'ping_task.delete',
          () => tasks.remove(req.params.id),
          ({ id, name }) => ({ id, name }),
        )
        if (number !== undefined) onDeleted(number)
        onChanged(server_ids)
        return ok
      },
    )
    app.get(
      '/api/ping-tasks/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Results of a ping task, ascending by time',
          description: `At most ${maxRecords} records; longer results are aggregated per server.`,
          params,
          querystring: RangeOfServer,
          response: { 200: data(Type.Array(PingRecord)) },
        },
      },
      async (req, reply) => {
        const bytes = await read('records', req.params.id, req.query, req.principal)
        return reply.type(json).send(bytes as never)
      },
    )
    app.get(
      '/api/ping-tasks/:id/series',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Results of a ping task in steps of equal length, by server',
          params,
          querystring: RangeOfServer,
          response: { 200: data(Type.Array(PingSeries)) },
        },
      },
      async (req, reply) => {
        const bytes = await read('series', req.params.id, req.query, req.principal)
        return reply.type(json).send(bytes as never)
      },
    )
  }
}
