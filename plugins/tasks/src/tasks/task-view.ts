import { toTimestamp } from '@svc/plugin-sdk'
import type { AttemptRow, LastAttempt, RunRow } from '../runs/runs-store.ts'
import type { RunOutput, RunServer, RunSummary, Task, TaskResultRow, TaskRun } from '../task-schema.ts'
import type { StoredTask } from './tasks-store.ts'

const timestampOrNull = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))
const timestampOfMs = (ms: number) => toTimestamp(Math.floor(ms / 1000))
const serverIdsOf = ({ server_ids_json }: RunRow) => JSON.parse(server_ids_json) as string[]

const runSummary = (run: RunRow): RunSummary => ({
  id: run.id,
  state: run.state,
  total: serverIdsOf(run).length,
  succeeded: run.succeeded,
  failed: run.failed,
  started_at: toTimestamp(run.started_at),
  finished_at: timestampOrNull(run.finished_at),
})

export const taskView = (task: StoredTask, lastRun: RunRow | undefined): Task => ({
  id: task.id,
  command: task.command,
  server_ids: [...task.serverIds],
  group_ids: [...task.groupIds],
  tags: [...task.tags],
  created_at: toTimestamp(task.created_at),
  updated_at: toTimestamp(task.updated_at),
  created_by: task.created_by,
  task_type: task.task_type,
  name: task.name,
  cron_expression: task.cron_expression,
  enabled: task.enabled === 1,
  timeout: task.timeout,
  retry_count: task.retry_count,
  retry_interval: task.retry_interval,
  max_parallel: task.max_parallel,
  run_missed: task.run_missed === 1,
  alert_trigger: task.alert_trigger,
  last_run_at: timestampOrNull(task.last_run_at),
  next_run_at: timestampOrNull(task.next_run_at),
  last_run: lastRun ? runSummary(lastRun) : null,
})

/** A result as the contract has it: one-shot tasks have neither run nor start. */
export const resultView = (row: AttemptRow, { task_type }: StoredTask): TaskResultRow => ({
  id: row.id,
  task_id: row.task_id,
  server_id: row.server_id,
  output: row.output,
  exit_code: row.exit_code ?? -4,
  end: row.end ?? 'no_answer',
  omitted_bytes: row.omitted_bytes,
  run_id: task_type === 'oneshot' ? null : row.run_id,
  attempt: row.attempt,
  started_at: task_type === 'oneshot' ? null : timestampOfMs(row.started_ms),
  finished_at: toTimestamp(row.finished_at ?? 0),
})

const notReached = (server_id: string): RunServer => ({
  server_id,
  exit_code: null,
  end: null,
  attempt: 0,
  duration_ms: null,
})

const runServer = ({ server_id, exit_code, end, attempt, started_ms, finished_ms }: LastAttempt): RunServer => ({
  server_id,
  exit_code,
  end,
  attempt,
  duration_ms: finished_ms === null ? null : Math.max(0, finished_ms - started_ms),
})

export function runView(run: RunRow, attempts: readonly LastAttempt[]): TaskRun {
  const byServer = new Map(attempts.map((attempt) => [attempt.server_id, runServer(attempt)]))
  return {
    ...runSummary(run),
    number: run.number,
    task_id: run.task_id,
    trigger: run.trigger,
    started_by: run.started_by,
    alert: run.alert_json === null ? null : JSON.parse(run.alert_json),
    command: run.command,
    skipped: run.skipped,
    servers: serverIdsOf(run).map((id) => byServer.get(id) ?? notReached(id)),
  }
}

export const outputView = (server_id: string, attempts: readonly AttemptRow[]): RunOutput => ({
  server_id,
  attempts: attempts.map(({ attempt, exit_code, end, output, omitted_bytes, started_ms, finished_at }) => ({
    attempt,
    exit_code,
    end,
    output,
    omitted_bytes,
    started_at: timestampOfMs(started_ms),
    finished_at: timestampOrNull(finished_at),
  })),
})
