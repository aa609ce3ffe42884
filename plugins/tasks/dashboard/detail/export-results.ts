import { api, fileNameOf, saveFile, toCsv } from '@svc/dashboard-sdk'
import type { Task, TaskResultRow } from '@svc/plugin-tasks/contract'
import { taskPath } from '../paths.ts'

/** Downloads the latest results of a task. */
export async function exportResults(task: Task, format: 'csv' | 'json', nameOf: (id: string) => string): Promise<void> {
  const results = await api<readonly TaskResultRow[]>('GET', `${taskPath(task.id)}/results`)
  const name = fileNameOf([task.name ?? 'command', task.id.slice(0, 8)], format)
  if (format === 'json') return saveFile(name, 'application/json', JSON.stringify(results, null, 2))
  const columns = ['server_id', 'run_id', 'attempt', 'started_at', 'finished_at', 'exit_code', 'end', 'output'] as const
  const rows = results.map((result) => [nameOf(result.server_id), ...columns.map((column) => result[column])])
  saveFile(name, 'text/csv', toCsv([['server', ...columns], ...rows]))
}
