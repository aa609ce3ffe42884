import { Type } from '@sinclair/typebox'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Bounded, type Core, data, notFound, Ok, ok, type Principal, type Routes } from '@svc/plugin-sdk'
import type { Auditing } from '../acting.ts'
import { rangeOf } from '../checks.ts'
import { Range } from '../network/reading-routes.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import { isVisible, visibleServer } from '../visible-server.ts'
import { PingRecord, PingSeries, PingTask, PingTaskInput } from './ping-schema.ts'
import { mostRecords, type PingsInput } from './read-pings.ts'
import { shownTask, type Tasks } from './tasks.ts'
import type { TaskRow } from './tasks-store.ts'

const params = Type.Object({ id: Type.String() })
const json = 'application/json; charset=utf-8'
const RangeOfServer = Type.Object({
  ...Range.properties,
  server_id: Type.Optional(Type.String({ description: 'one server only' })),
})

interface Dependencies extends Pick<Core, 'db' | 'offload'> {
  readonly servers: Pick<Servers, 'get' | 'list'>
  readonly tasks: Tasks
  readonly numbers: Pick<NumbersStore, 'known'>
  readonly pings: Pick<RoundWriter, 'flush'>
  readonly bounded: Bounded
  readonly audited: Auditing
  /** Some tasks of these servers changed; none: of all. */
  changed(serverIds: readonly string[]): void
  forgotten(number: number | undefined): void
}

/** What waits to be written of so many servers is written before they are read; of more it may be a minute late. */
const mostFlushed = 20

const module = new URL('./read-pings.js', import.meta.url)

/** Ping tasks and what came of them. */
export const pingRoutes = (deps: Dependencies): Routes => {
  const { db, servers, tasks, numbers, pings, bounded, offload, audited, changed, forgotten } = deps

  const shownTo = (principal: Principal) => (row: TaskRow) =>
    shownTask(row, (id) => {
      const server = servers.get(id)
      return server !== undefined && isVisible(server, principal)
    })
  /** A task for hidden servers only does not look like one for all of them: members do not see it. */
  const isShown = (row: TaskRow, principal: Principal) =>
    row.server_ids.length === 0 || shownTo(principal)(row).server_ids.length > 0 || principal.role === 'admin'
  const visibleTask = (id: string, principal: Principal): TaskRow => {
    const row = tasks.get(id)
    if (!isShown(row, principal)) throw notFound('no such ping task')
    return row
  }

  async function read(
    what: PingsInput['what'],
    id: string,
    query: { readonly from: string; readonly to: string; readonly server_id?: string },
    principal: Principal,
  ): Promise<Uint8Array> {
    const { interval } = visibleTask(id, principal)
    const range = rangeOf(query)
    const all: readonly Server[] =
      query.server_id === undefined
        ? servers.list().filter((server) => isVisible(server, principal))
        : [visibleServer(servers, query.server_id, principal)]
    const task = numbers.known(id)
    if (task === undefined || all.length === 0) return Buffer.from('{"data":[]}')
    return bounded(() => {
      if (all.length <= mostFlushed) for (const { number } of all) pings.flush(number)
      const some = all.map((server) => ({ id: server.id, name: server.name, number: server.number }))
      return offload<PingsInput, Uint8Array>(module, { what, taskId: id, task, servers: some, interval, ...range })
    })
  }

  return async (app) => {
    app.get(
      '/api/ping-tasks',
      {
        config: { access: 'member' },
        schema: { summary: 'All ping tasks, the oldest first', response: { 200: data(Type.Array(PingTask)) } },
      },
      async ({ principal }) => ({
        data: tasks
          .list()
          .filter((row) => isShown(row, principal))
          .map(shownTo(principal)),
      }),
    )
    app.get(
      '/api/ping-tasks/:id',
      {
        config: { access: 'member' },
        schema: { summary: 'A ping task', params, response: { 200: data(PingTask) } },
      },
      async ({ params: { id }, principal }) => ({ data: shownTo(principal)(visibleTask(id, principal)) }),
    )
    app.post(
      '/api/ping-tasks',
      {
        config: { access: 'admin' },
        schema: { summary: 'Adds a ping task', body: PingTaskInput, response: { 200: data(PingTask) } },
      },
      async (req) => {
        const row = db.transaction(() => {
          const made = tasks.create(req.body)
          audited(req, 'ping_task.create', { id: made.id, name: made.name, target: made.target })
          return made
        })
        changed(row.server_ids)
        return { data: shownTo(req.principal)(row) }
      },
    )
    app.put(
      '/api/ping-tasks/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes a ping task; what is left out stays',
          params,
          body: Type.Partial(PingTaskInput),
          response: { 200: data(PingTask) },
        },
      },
      async (req) => {
        const told = ({ name, target, interval, enabled }: TaskRow) => ({
          name,
          target,
          interval,
          enabled: enabled === 1,
        })
        const { before, after } = db.transaction(() => {
          const made = tasks.update(req.params.id, req.body)
          audited(req, 'ping_task.update', { id: made.after.id, from: told(made.before), to: told(made.after) })
          return made
        })
        const isForAll = before.server_ids.length === 0 || after.server_ids.length === 0
        changed(isForAll ? [] : [...before.server_ids, ...after.server_ids])
        return { data: shownTo(req.principal)(after) }
      },
    )
    app.delete(
      '/api/ping-tasks/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes a ping task with its results', params, response: { 200: Ok } },
      },
      async (req) => {
        const { server_ids, number } = db.transaction(() => {
          const gone = tasks.remove(req.params.id)
          audited(req, 'ping_task.delete', { id: gone.id, name: gone.name })
          return gone
        })
        forgotten(number)
        changed(server_ids)
        return ok
      },
    )
    app.get(
      '/api/ping-tasks/:id/records',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Results of a ping task, ascending by time',
          description: `At most ${mostRecords} records: of more there is one for several of a server, with their mean.`,
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
          summary: 'Results of a ping task in equal steps, for each server that has any',
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
