import { type Database, formatCursor } from '@svc/plugin-sdk'
import type { End, RunState, Trigger } from '../task-schema.ts'

/** A row of `tasks_runs`; times are epoch seconds. */
export interface RunRow {
  readonly number: number
  readonly id: string
  readonly task_id: string
  /** user id, or `system` */
  readonly started_by: string
  readonly trigger: Trigger
  /** JSON of `RunAlert`, or null */
  readonly alert_json: string | null
  readonly alert_key: string | null
  readonly command: string
  /** seconds */
  readonly timeout: number
  /** JSON */
  readonly server_ids_json: string
  readonly state: RunState
  readonly skipped: number
  readonly succeeded: number
  readonly failed: number
  readonly started_at: number
  readonly finished_at: number | null
}

export type NewRun = Omit<RunRow, 'number' | 'state' | 'skipped' | 'succeeded' | 'failed' | 'finished_at'>

/** Which attempt. */
export interface AttemptKey {
  readonly task_id: string
  readonly run_id: string
  readonly server_id: string
  readonly attempt: number
}

/** How an attempt ended. */
export interface Outcome {
  readonly exit_code: number
  readonly end: End
  readonly output: string
  readonly omitted_bytes: number
}

/** A row of `tasks_results`. */
export interface AttemptRow extends AttemptKey, Omit<Outcome, 'exit_code' | 'end'> {
  readonly id: number
  /** null while it runs */
  readonly exit_code: number | null
  readonly end: End | null
  readonly started_ms: number
  readonly finished_ms: number | null
  readonly finished_at: number | null
}

/** The last attempt on a server. */
export type LastAttempt = Omit<AttemptRow, 'output' | 'omitted_bytes'>

export interface ResultsPage {
  readonly limit: number
  /** of the outputs together, about */
  readonly maxBytes: number
  /** end and id of the last result of the previous page */
  readonly before: readonly number[] | undefined
}

/** Outcomes that a late result of the agent replaces. */
const uncertain = `('interrupted', 'no_answer', 'denied')`
const key = 'run_id = @run_id AND server_id = @server_id AND attempt = @attempt'

export type RunsStore = ReturnType<typeof runsStore>

export function runsStore(db: Database) {
  const insert = db.prepare<[NewRun]>(`
    INSERT OR IGNORE INTO tasks_runs (id, task_id, started_by, trigger, alert_json, alert_key, command, timeout,
      server_ids_json, state, started_at)
    VALUES (@id, @task_id, @started_by, @trigger, @alert_json, @alert_key, @command, @timeout, @server_ids_json, 'running',
      @started_at)`)
  const get = db.prepare<[string], RunRow>('SELECT * FROM tasks_runs WHERE id = ?')
  const newest = db.prepare<[string, number, number], RunRow & { number: number }>(
    'SELECT * FROM tasks_runs WHERE task_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
  )
  const lastRuns = db.prepare<[], RunRow>(
    'SELECT * FROM tasks_runs WHERE number IN (SELECT max(number) FROM tasks_runs GROUP BY task_id)',
  )
  const finish = db.prepare<[RunState, number, string]>(
    'UPDATE tasks_runs SET state = ?, finished_at = ? WHERE id = ? AND finished_at IS NULL',
  )
  const skip = db.prepare<[string]>('UPDATE tasks_runs SET skipped = skipped + 1 WHERE id = ?')
  const removeRuns = db.prepare<[string]>('DELETE FROM tasks_runs WHERE task_id = ?')
  const removeResults = db.prepare<[string]>('DELETE FROM tasks_results WHERE task_id = ?')
  // The last attempt of each server: SQLite takes the other columns from the row with the maximum.
  const count = db.prepare<[string, string]>(`
    UPDATE tasks_runs SET (succeeded, failed) = (
      SELECT count(*) FILTER (WHERE exit_code = 0), count(*) FILTER (WHERE exit_code <> 0) FROM (
        SELECT exit_code, max(attempt) FROM tasks_results WHERE run_id = ? GROUP BY server_id
      )
    ) WHERE id = ?`)
  const begin = db.prepare<[AttemptKey & { started_ms: number }]>(`
    INSERT INTO tasks_results (task_id, run_id, server_id, attempt, started_ms)
    VALUES (@task_id, @run_id, @server_id, @attempt, @started_ms)`)
  const end = db.prepare<[AttemptKey & Outcome & { finished_ms: number; finished_at: number }]>(`
    UPDATE tasks_results SET exit_code = @exit_code, "end" = @end, output = @output, omitted_bytes = @omitted_bytes,
      finished_ms = @finished_ms, finished_at = @finished_at WHERE ${key} AND finished_at IS NULL`)
  const replace = db.prepare<[AttemptKey & Outcome & { finished_ms: number; finished_at: number }]>(`
    UPDATE tasks_results SET exit_code = @exit_code, "end" = @end, output = @output, omitted_bytes = @omitted_bytes,
      finished_ms = @finished_ms, finished_at = @finished_at WHERE ${key} AND task_id = @task_id AND "end" IN ${uncertain}`)
  const interruptResults = db.prepare<[{ ms: number; at: number }]>(`
    UPDATE tasks_results SET exit_code = -4, "end" = 'interrupted', finished_ms = @ms, finished_at = @at
    WHERE finished_at IS NULL`)
  const unfinishedOf = db.prepare<[string], RunRow>(
    'SELECT * FROM tasks_runs WHERE task_id = ? AND finished_at IS NULL ORDER BY number',
  )
  const unfinished = db.prepare<[], { id: string }>('SELECT id FROM tasks_runs WHERE finished_at IS NULL')
  const lastAttempts = db.prepare<[string], LastAttempt>(`
    SELECT id, task_id, run_id, server_id, max(attempt) AS attempt, exit_code, "end", started_ms, finished_ms, finished_at
    FROM tasks_results WHERE run_id = ? GROUP BY server_id`)
  const attempts = db.prepare<[string, string], AttemptRow>(
    'SELECT * FROM tasks_results WHERE run_id = ? AND server_id = ? ORDER BY attempt',
  )
  const finished = (condition: string) =>
    db.prepare<[object], AttemptRow>(
      `SELECT * FROM tasks_results WHERE task_id = @taskId AND finished_at IS NOT NULL ${condition}
       ORDER BY finished_at DESC, id DESC LIMIT @limit`,
    )
  const latest = finished('')
  const earlier = finished('AND (finished_at, id) < (@at, @id)')

  const recount = (runId: string) => void count.run(runId, runId)
  return {
    /** Returns false if there is a run for this alert already. */
    insert: (run: NewRun) => insert.run(run).changes > 0,
    get: (id: string) => get.get(id),
    /** Newest first. */
    newest: (taskId: string, limit: number, before = Number.MAX_SAFE_INTEGER) => newest.all(taskId, before, limit),
    /** The last run of every task. */
    lastRuns: () => lastRuns.all(),
    recount,
    finish: (id: string, state: RunState, at: number) =>
      db.transaction(() => {
        recount(id)
        finish.run(state, at, id)
      }),
    /** Runs of a task that have not ended. */
    unfinished: (taskId: string) => unfinishedOf.all(taskId),
    skip: (id: string) => void skip.run(id),
    removeOfTask(taskId: string) {
      removeResults.run(taskId)
      removeRuns.run(taskId)
    },
    begin: (attempt: AttemptKey, started_ms: number) => void begin.run({ ...attempt, started_ms }),
    end: (attempt: AttemptKey, outcome: Outcome, now: number) =>
      void end.run({ ...attempt, ...outcome, finished_ms: now, finished_at: Math.floor(now / 1000) }),
    /** Stores a late result. Returns whether it replaced one that the agent had not sent. */
    replaceUncertain: (attempt: AttemptKey, outcome: Outcome, now: number) =>
      replace.run({ ...attempt, ...outcome, finished_ms: now, finished_at: Math.floor(now / 1000) }).changes > 0,
    /** What was running when the program ended. Returns the runs. */
    interruptAll: (now: number) =>
      db.transaction(() => {
        const at = Math.floor(now / 1000)
        interruptResults.run({ ms: now, at })
        const ids = unfinished.all().map(({ id }) => id)
        for (const id of ids) {
          recount(id)
          finish.run('interrupted', at, id)
        }
        return ids
      }),
    lastAttempts: (runId: string) => lastAttempts.all(runId),
    /** In order. */
    attempts: (runId: string, serverId: string) => attempts.all(runId, serverId),
    /** Results, the latest first; `next` is the cursor of the next page. */
    results(taskId: string, { limit, maxBytes, before }: ResultsPage) {
      const [at, id] = before ?? []
      const found = before
        ? earlier.iterate({ taskId, limit: limit + 1, at, id })
        : latest.iterate({ taskId, limit: limit + 1 })
      const rows: AttemptRow[] = []
      let bytes = 0
      for (const row of found) {
        bytes += row.output.length
        const last = rows.at(-1)
        if (last && (rows.length === limit || bytes > maxBytes))
          return { rows, next: formatCursor(last.finished_at ?? 0, last.id) }
        rows.push(row)
      }
      return { rows, next: null }
    },
  }
}
