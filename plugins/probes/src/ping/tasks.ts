import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, invalid, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { oneLine, safeTarget } from '../checks.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { PingTask, PingTaskInput } from './ping-schema.ts'
import type { TaskRow, TasksStore } from './tasks-store.ts'

/** Each may go to every server. */
const mostTasks = 200
const usualInterval = 60

interface Dependencies {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly numbers: NumbersStore
  readonly store: TasksStore
}

/** `visible` says which servers whoever looks may know of. */
export function shownTask(row: TaskRow, visible: (serverId: string) => boolean): PingTask {
  const server_ids = row.server_ids.filter(visible)
  return {
    ...row,
    server_ids,
    server_ids_json: JSON.stringify(server_ids),
    enabled: row.enabled === 1,
    created_at: toTimestamp(row.created_at),
  }
}

export const isFor = ({ server_ids }: TaskRow, serverId: string): boolean =>
  server_ids.length === 0 || server_ids.includes(serverId)

/** Ping tasks and whom they are for. */
export function makeTasks({ db, clock, servers, numbers, store }: Dependencies) {
  function checked(input: PingTaskInput) {
    const server_ids = [...new Set(input.server_ids ?? [])]
    const unknown = server_ids.find((id) => servers.get(id) === undefined)
    if (unknown !== undefined) throw invalid('server_ids', `names no server: ${JSON.stringify(unknown)}`)
    return {
      name: oneLine('name', input.name, 128),
      probe_type: input.probe_type,
      target: safeTarget(input.probe_type, input.target),
      interval: input.interval ?? usualInterval,
      enabled: (input.enabled ?? true) ? (1 as const) : (0 as const),
      server_ids,
    }
  }
  const existing = (id: string): TaskRow => {
    const row = store.get(id)
    if (!row) throw notFound('no such ping task')
    return row
  }
  const save = (row: TaskRow): TaskRow => {
    db.transaction(() => store.put(row))
    return row
  }
  return {
    list: () => store.all(),
    get: existing,
    create(input: PingTaskInput): TaskRow {
      const row = checked(input)
      if (store.count() >= mostTasks) throw invalid('name', `is one too many: there may be ${mostTasks} ping tasks`)
      return save({ id: randomUUID(), ...row, created_at: toSeconds(clock.now()) })
    },
    update(id: string, input: Partial<PingTaskInput>): { readonly before: TaskRow; readonly after: TaskRow } {
      const before = existing(id)
      const after = {
        ...before,
        ...checked({ ...before, server_ids: [...before.server_ids], enabled: before.enabled === 1, ...input }),
      }
      return { before, after: save(after) }
    },
    /** With its results. */
    remove(id: string): TaskRow & { readonly number?: number } {
      const row = existing(id)
      return db.transaction(() => {
        store.remove(id)
        const number = numbers.forget('task', id)
        return { ...row, ...(number !== undefined && { number }) }
      })
    },
    /** Seconds between pings of a task by a server; undefined when they are not wanted. */
    interval: store.interval,
    /** A server is gone; in a transaction. */
    dismiss: store.leave,
  }
}
export type Tasks = ReturnType<typeof makeTasks>
