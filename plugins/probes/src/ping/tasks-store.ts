import type { Database } from '@svc/plugin-sdk'
import type { ProbeType } from '@svc/probe-target'

interface StoredTask {
  readonly id: string
  readonly name: string
  readonly probe_type: ProbeType
  readonly target: string
  /** seconds */
  readonly interval: number
  readonly enabled: 0 | 1
  /** epoch seconds */
  readonly created_at: number
}

export interface TaskRow extends StoredTask {
  /** empty: every server */
  readonly server_ids: readonly string[]
}

const columns = 'id, name, probe_type, target, interval, enabled, created_at'

/** Ping tasks with their servers. */
export function tasksStore(db: Database) {
  const all = db.prepare<[], StoredTask>(`SELECT ${columns} FROM probes_ping_tasks ORDER BY created_at, rowid`)
  const get = db.prepare<[string], StoredTask>(`SELECT ${columns} FROM probes_ping_tasks WHERE id = ?`)
  const interval = db.prepare<[string, string], { interval: number }>(
    `SELECT interval FROM probes_ping_tasks AS t WHERE id = ? AND enabled = 1 AND (
       NOT EXISTS (SELECT 1 FROM probes_ping_task_servers WHERE task_id = t.id)
       OR EXISTS (SELECT 1 FROM probes_ping_task_servers WHERE task_id = t.id AND server_id = ?))`,
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM probes_ping_tasks')
  const links = db.prepare<[], { task_id: string; server_id: string }>(
    'SELECT task_id, server_id FROM probes_ping_task_servers ORDER BY task_id, server_id',
  )
  const linksOf = db.prepare<[string], { server_id: string }>(
    'SELECT server_id FROM probes_ping_task_servers WHERE task_id = ? ORDER BY server_id',
  )
  const put = db.prepare<[StoredTask]>(
    `INSERT INTO probes_ping_tasks (${columns})
     VALUES (@id, @name, @probe_type, @target, @interval, @enabled, @created_at)
     ON CONFLICT (id) DO UPDATE SET name = @name, probe_type = @probe_type, target = @target, interval = @interval,
       enabled = @enabled`,
  )
  const unlink = db.prepare<[string]>('DELETE FROM probes_ping_task_servers WHERE task_id = ?')
  const link = db.prepare<[string, string]>('INSERT INTO probes_ping_task_servers (task_id, server_id) VALUES (?, ?)')
  const remove = db.prepare<[string]>('DELETE FROM probes_ping_tasks WHERE id = ?')

  return {
    all(): TaskRow[] {
      const servers = new Map<string, string[]>()
      for (const { task_id, server_id } of links.all()) {
        servers.getOrInsertComputed(task_id, () => []).push(server_id)
      }
      return all.all().map((task) => ({ ...task, server_ids: servers.get(task.id) ?? [] }))
    },
    get(id: string): TaskRow | undefined {
      const task = get.get(id)
      return task && { ...task, server_ids: linksOf.all(id).map(({ server_id }) => server_id) }
    },
    /** Seconds between pings of a server; undefined if the task does not apply to it. */
    interval: (id: string, serverId: string): number | undefined => interval.get(id, serverId)?.interval,
    count: (): number => count.get()?.n ?? 0,
    put({ server_ids, ...task }: TaskRow) {
      // Before the task, which a trigger disables when its last server is removed.
      unlink.run(task.id)
      put.run(task)
      for (const server of server_ids) link.run(task.id, server)
    },
    remove: (id: string) => void remove.run(id),
  }
}
