import { apiPage, fileNameOf, saveFile, toCsv } from '@svc/dashboard-sdk'
import type { Task, TaskResultRow } from '@svc/plugin-tasks/contract'
import { taskPath } from '../paths.ts'

async function readResults(task: Task): Promise<readonly TaskResultRow[]> {
  const results: TaskResultRow[] = []
  let path: string | undefined = `${taskPath(task.id)}/results`
  while (path !== undefined) {
    const page: Awaited<ReturnType<typeof apiPage<readonly TaskResultRow[]>>> = await apiPage(path)
    results.push(...page.data)
    path = page.next
  }
  return results
}

/** Downloads the results of a task. */
export async function exportResults(task: Task, format: 'csv' | 'json', nameOf: (id: string) => string): Promise<void> {
  const results = await readResults(task)
  const name = fileNameOf([task.name ?? 'command', task.id.slice(0, 8)], format)
  if (format === 'json') return saveFile(name, 'application/json', JSON.stringify(results, null, 2))
  const columns = ['server_id', 'run_id', 'attempt', 'started_at', 'finished_at', 'exit_code', 'end', 'output'] as const
  const rows = results.map((result) => [nameOf(result.server_id), ...columns.map((column) => result[column])])
  saveFile(name, 'text/csv', toCsv([['server', ...columns], ...rows]))
}
