import type { Database } from '@svc/plugin-sdk'
import type { AlertTrigger, TaskType } from '../task-schema.ts'

/** A row of `tasks_tasks`; times are epoch seconds. */
interface TaskRow {
  readonly id: string
  readonly name: string | null
  readonly command: string
  readonly task_type: TaskType
  readonly cron_expression: string | null
  readonly enabled: 0 | 1
  readonly timeout: number | null
  readonly retry_count: number
  readonly retry_interval: number
  readonly max_parallel: number | null
  readonly run_missed: 0 | 1
  readonly alert_trigger: AlertTrigger
  readonly group_ids_json: string
  readonly tags_json: string
  readonly created_by: string
  readonly created_at: number
  readonly updated_at: number
  readonly last_run_at: number | null
  readonly next_run_at: number | null
}

/** A task with its targets. */
export interface StoredTask extends Omit<TaskRow, 'group_ids_json' | 'tags_json'> {
  /** in the given order */
  readonly serverIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly tags: readonly string[]
}

type RowWithServers = TaskRow & { readonly server_ids_json: string }

const select = `
  SELECT tasks_tasks.*, (
    SELECT json_group_array(server_id) FROM (
      SELECT server_id FROM tasks_servers WHERE task_id = tasks_tasks.id ORDER BY id
    )
  ) AS server_ids_json FROM tasks_tasks`

const toTask = ({ server_ids_json, group_ids_json, tags_json, ...row }: RowWithServers): StoredTask => ({
  ...row,
  serverIds: JSON.parse(server_ids_json),
  groupIds: JSON.parse(group_ids_json),
  tags: JSON.parse(tags_json),
})

const toRow = ({ serverIds: _, groupIds, tags, ...row }: StoredTask): TaskRow => ({
  ...row,
  group_ids_json: JSON.stringify(groupIds),
  tags_json: JSON.stringify(tags),
})

export type TasksStore = ReturnType<typeof tasksStore>

export function tasksStore(db: Database) {
  const all = db.prepare<[], RowWithServers>(`${select} ORDER BY rowid DESC`)
  const one = db.prepare<[string], RowWithServers>(`${select} WHERE id = ?`)
  const scheduled = db.prepare<[], RowWithServers>(
    `${select} WHERE task_type = 'scheduled' AND enabled = 1 AND next_run_at IS NOT NULL`,
  )
  const earliest = db.prepare<[], { at: number | null }>(
    `SELECT min(next_run_at) AS at FROM tasks_tasks WHERE task_type = 'scheduled' AND enabled = 1`,
  )
  const due = db.prepare<[now: number], RowWithServers>(
    `${select} WHERE task_type = 'scheduled' AND enabled = 1 AND next_run_at <= ? ORDER BY next_run_at, rowid`,
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM tasks_tasks')
  const insert = db.prepare<[TaskRow]>(`
    INSERT INTO tasks_tasks VALUES (@id, @name, @command, @task_type, @cron_expression, @enabled, @timeout, @retry_count,
      @retry_interval, @max_parallel, @run_missed, @alert_trigger, @group_ids_json, @tags_json, @created_by, @created_at,
      @updated_at, @last_run_at, @next_run_at)`)
  const update = db.prepare<[TaskRow]>(`
    UPDATE tasks_tasks SET name = @name, command = @command, cron_expression = @cron_expression, enabled = @enabled,
      timeout = @timeout, retry_count = @retry_count, retry_interval = @retry_interval, max_parallel = @max_parallel,
      run_missed = @run_missed, alert_trigger = @alert_trigger, group_ids_json = @group_ids_json, tags_json = @tags_json,
      updated_at = @updated_at, next_run_at = @next_run_at WHERE id = @id`)
  const remove = db.prepare<[string]>('DELETE FROM tasks_tasks WHERE id = ?')
  const clearServers = db.prepare<[string]>('DELETE FROM tasks_servers WHERE task_id = ?')
  const addServer = db.prepare<[string, string]>('INSERT INTO tasks_servers (task_id, server_id) VALUES (?, ?)')
  const setNextRun = db.prepare<[number | null, string]>('UPDATE tasks_tasks SET next_run_at = ? WHERE id = ?')
  const setLastRun = db.prepare<[number, string]>('UPDATE tasks_tasks SET last_run_at = ? WHERE id = ?')

  const setServers = (taskId: string, serverIds: readonly string[]) => {
    clearServers.run(taskId)
    for (const id of serverIds) addServer.run(taskId, id)
  }
  return {
    /** Newest first. */
    list: (): StoredTask[] => all.all().map(toTask),
    get(id: string): StoredTask | undefined {
      const row = one.get(id)
      return row && toTask(row)
    },
    scheduled: (): StoredTask[] => scheduled.all().map(toTask),
    /** The time of the next scheduled run of any task. */
    nextRunAt: () => earliest.get()?.at ?? null,
    due: (now: number): StoredTask[] => due.all(now).map(toTask),
    count: () => count.get()?.n ?? 0,
    insert(task: StoredTask) {
      insert.run(toRow(task))
      setServers(task.id, task.serverIds)
    },
    update(task: StoredTask) {
      update.run(toRow(task))
      setServers(task.id, task.serverIds)
    },
    remove(id: string) {
      remove.run(id)
      clearServers.run(id)
    },
    setNextRun: (id: string, at: number | null) => void setNextRun.run(at, id),
    setLastRun: (id: string, at: number) => void setLastRun.run(at, id),
  }
}
