import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  badRequest,
  type Clock,
  type Database,
  invalid,
  normalizeName,
  notFound,
  type Principal,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { maskQuery } from '@svc/protocol'
import type { NumbersStore } from '../numbers-store.ts'
import { readTarget } from '../validation.ts'
import type { PingTask, PingTaskInput } from './ping-schema.ts'
import { type TaskRow, tasksStore } from './tasks-store.ts'

const maxTasks = 200
const defaultInterval = 60

interface Dependencies {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get'>
  readonly numbers: NumbersStore
}

/** A ping task as a user may see it: members see neither hidden servers nor credentials in the query of the target. */
export function toPingTask(row: TaskRow, servers: Pick<Servers, 'isVisible'>, viewer: Principal): PingTask {
  const server_ids = row.server_ids.filter((id) => servers.isVisible(id, viewer))
  return {
    ...row,
    target: viewer.role === 'admin' ? row.target : maskQuery(row.target),
    server_ids,
    server_ids_json: JSON.stringify(server_ids),
    enabled: row.enabled === 1,
    created_at: toTimestamp(row.created_at),
  }
}

export const appliesTo = ({ server_ids }: TaskRow, serverId: string): boolean =>
  server_ids.length === 0 || server_ids.includes(serverId)

/** Ping tasks and their servers. */
export function makeTasks({ db, clock, servers, numbers }: Dependencies) {
  const store = tasksStore(db)
  function validate(input: PingTaskInput) {
    const server_ids = [...new Set(input.server_ids ?? [])]
    const unknown = server_ids.find((id) => servers.get(id) === undefined)
    if (unknown !== undefined) throw invalid('server_ids', 'probes.CONTAINS_UNKNOWN_SERVER', { id: unknown })
    return {
      name: normalizeName(input.name),
      probe_type: input.probe_type,
      target: readTarget(input.probe_type, input.target),
      interval: input.interval ?? defaultInterval,
      enabled: (input.enabled ?? true) ? (1 as const) : (0 as const),
      server_ids,
    }
  }
  const getOrThrow = (id: string): TaskRow => {
    const row = store.get(id)
    if (!row) throw notFound('probes.UNKNOWN_PING_TASK')
    return row
  }
  const save = (row: TaskRow): TaskRow => {
    db.transaction(() => store.put(row))
    return row
  }
  return {
    list: () => store.all(),
    get: getOrThrow,
    create(input: PingTaskInput): TaskRow {
      const row = validate(input)
      if (store.count() >= maxTasks) throw badRequest('probes.PING_TASK_LIMIT', { limit: maxTasks })
      return save({ id: randomUUID(), ...row, created_at: toSeconds(clock.now()) })
    },
    update(id: string, input: Partial<PingTaskInput>): { readonly before: TaskRow; readonly after: TaskRow } {
      const before = getOrThrow(id)
      const after = {
        ...before,
        ...validate({ ...before, server_ids: [...before.server_ids], enabled: before.enabled === 1, ...input }),
      }
      return { before, after: save(after) }
    },
    /** Deletes a task with its results. */
    remove(id: string): TaskRow & { readonly number?: number } {
      const row = getOrThrow(id)
      return db.transaction(() => {
        store.remove(id)
        const number = numbers.forget('task', id)
        return { ...row, ...(number !== undefined && { number }) }
      })
    },
    /** Seconds between pings of a task by a server; undefined if not assigned. */
    interval: store.interval,
  }
}
export type Tasks = ReturnType<typeof makeTasks>
