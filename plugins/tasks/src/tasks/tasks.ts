import { randomUUID } from 'node:crypto'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { badRequest, type Clock, type Database, invalid, normalizeName, notFound, toSeconds } from '@svc/plugin-sdk'
import type { Runner } from '../runs/runner.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { readCron } from '../schedule/cron.ts'
import type { Scheduler } from '../schedule/scheduler.ts'
import { maxCommandBytes, type TaskInput, type TaskUpdate } from '../task-schema.ts'
import type { StoredTask, TasksStore } from './tasks-store.ts'

const maxScheduled = 1000
/** Older ones are deleted when a new one is created. */
const maxOneShots = 1000

interface Dependencies {
  readonly db: Pick<Database, 'afterCommit'>
  readonly clock: Pick<Clock, 'now'>
  readonly timezone: string
  readonly servers: Pick<Servers, 'get'>
  readonly store: TasksStore
  readonly runs: Pick<RunsStore, 'removeOfTask'>
  readonly runner: Pick<Runner, 'cancel' | 'isActive'>
  readonly scheduler: Pick<Scheduler, 'arm' | 'nextRunAt'>
  onChanged(taskId: string): void
}

const readName = (name: string | null | undefined): string | null => (name ? normalizeName(name) : null)

function readCommand(command: string): string {
  if (Buffer.byteLength(command) > maxCommandBytes) {
    throw invalid('command', 'tasks.COMMAND_TOO_LONG', { max: { value: maxCommandBytes, unit: 'bytes' } })
  }
  return command
}

const unique = (ids: readonly string[]) => [...new Set(ids)]

/** Creates, changes and deletes tasks. */
export function makeTasks({ db, clock, timezone, servers, store, runs, runner, scheduler, onChanged }: Dependencies) {
  const getOrThrow = (id: string): StoredTask => {
    const task = store.get(id)
    if (!task) throw notFound('tasks.UNKNOWN_TASK')
    return task
  }

  /** Servers that the task has already may have been deleted meanwhile. */
  const readServers = (ids: readonly string[], before: readonly string[]) => {
    if (!ids.every((id) => before.includes(id) || servers.get(id))) {
      throw invalid('server_ids', 'tasks.SERVERS_MUST_EXIST')
    }
    return unique(ids)
  }

  const merge = (before: StoredTask, input: TaskUpdate): StoredTask => {
    const isScheduled = before.task_type === 'scheduled'
    const cron = input.cron_expression === undefined ? before.cron_expression : input.cron_expression
    if (isScheduled && cron === null) throw invalid('cron_expression', 'kernel.REQUIRED')
    const given = <K extends keyof TaskUpdate>(name: K) => (input[name] === undefined ? undefined : input[name])
    const next: StoredTask = {
      ...before,
      name: input.name === undefined ? before.name : readName(input.name),
      command: input.command === undefined ? before.command : readCommand(input.command),
      serverIds: input.server_ids === undefined ? before.serverIds : readServers(input.server_ids, before.serverIds),
      groupIds: unique(input.group_ids ?? before.groupIds),
      tags: unique(input.tags ?? before.tags),
      cron_expression: isScheduled && cron !== null ? readCron(cron, timezone, clock.now()) : null,
      enabled: input.enabled === undefined ? before.enabled : input.enabled ? 1 : 0,
      timeout: input.timeout === undefined ? before.timeout : input.timeout,
      retry_count: given('retry_count') ?? before.retry_count,
      retry_interval: given('retry_interval') ?? before.retry_interval,
      max_parallel: input.max_parallel === undefined ? before.max_parallel : input.max_parallel,
      run_missed: input.run_missed === undefined ? before.run_missed : input.run_missed ? 1 : 0,
      alert_trigger: input.alert_trigger ?? before.alert_trigger,
      updated_at: toSeconds(clock.now()),
    }
    if (next.serverIds.length + next.groupIds.length + next.tags.length === 0) {
      throw invalid('server_ids', 'kernel.NOT_EMPTY')
    }
    const runsOnSchedule = next.enabled === 1 && next.cron_expression !== null
    return { ...next, next_run_at: runsOnSchedule ? scheduler.nextRunAt(next.cron_expression ?? '') : null }
  }

  const changed = (id: string) =>
    db.afterCommit(() => {
      scheduler.arm()
      onChanged(id)
    })

  const remove = (id: string) => {
    store.remove(id)
    runs.removeOfTask(id)
    db.afterCommit(() => runner.cancel(id))
    changed(id)
  }

  /** One-shot tasks are history; the oldest make room. */
  const makeRoom = () => {
    const oneShots = store.list().filter(({ task_type, id }) => task_type === 'oneshot' && !runner.isActive(id))
    for (const { id } of oneShots.slice(maxOneShots - 1)) remove(id)
  }

  return {
    list: store.list,
    get: getOrThrow,

    create(input: TaskInput, createdBy: string): StoredTask {
      const now = toSeconds(clock.now())
      const task_type = input.task_type ?? 'oneshot'
      const empty: StoredTask = {
        id: randomUUID(),
        name: null,
        command: '',
        task_type,
        cron_expression: null,
        enabled: 1,
        timeout: null,
        retry_count: 0,
        retry_interval: 60,
        max_parallel: null,
        run_missed: 0,
        alert_trigger: 'off',
        created_by: createdBy,
        created_at: now,
        updated_at: now,
        last_run_at: null,
        next_run_at: null,
        serverIds: [],
        groupIds: [],
        tags: [],
      }
      const task = merge(empty, { server_ids: [], ...input })
      if (task_type === 'oneshot') makeRoom()
      else if (store.list().filter((other) => other.task_type === 'scheduled').length >= maxScheduled) {
        throw badRequest('tasks.TOO_MANY_TASKS', { limit: maxScheduled })
      }
      store.insert(task)
      changed(task.id)
      return task
    },

    update(id: string, input: TaskUpdate): StoredTask {
      const before = getOrThrow(id)
      const task = merge(before, input)
      store.update(task)
      const isSame =
        task.command === before.command &&
        task.cron_expression === before.cron_expression &&
        task.enabled === before.enabled &&
        JSON.stringify([task.serverIds, task.groupIds, task.tags]) ===
          JSON.stringify([before.serverIds, before.groupIds, before.tags])
      if (!isSame) db.afterCommit(() => runner.cancel(id))
      changed(id)
      return task
    },

    remove(id: string): StoredTask {
      const task = getOrThrow(id)
      remove(id)
      return task
    },
  }
}
export type Tasks = ReturnType<typeof makeTasks>
