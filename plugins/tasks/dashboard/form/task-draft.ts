import type { AlertTrigger, Task, TaskInput, TaskType } from '@svc/plugin-tasks/contract'

/** A task being edited. */
export interface TaskDraft {
  readonly type: TaskType
  readonly name: string
  readonly command: string
  readonly servers: readonly string[]
  readonly groups: readonly string[]
  /** separated by spaces or commas */
  readonly tags: string
  readonly cron: string
  readonly timeout: string
  readonly retries: string
  readonly retryInterval: string
  /** empty: no limit */
  readonly parallel: string
  readonly runMissed: boolean
  readonly alertTrigger: AlertTrigger
}

export const emptyDraft: TaskDraft = {
  type: 'scheduled',
  name: '',
  command: '',
  servers: [],
  groups: [],
  tags: '',
  cron: '0 0 3 * * *',
  timeout: '300',
  retries: '0',
  retryInterval: '60',
  parallel: '',
  runMissed: false,
  alertTrigger: 'off',
}

export const toDraft = (task: Task): TaskDraft => ({
  type: task.task_type,
  name: task.name ?? '',
  command: task.command,
  servers: task.server_ids,
  groups: task.group_ids,
  tags: task.tags.join(', '),
  cron: task.cron_expression ?? emptyDraft.cron,
  timeout: String(task.timeout ?? 300),
  retries: String(task.retry_count),
  retryInterval: String(task.retry_interval),
  parallel: task.max_parallel === null ? '' : String(task.max_parallel),
  runMissed: task.run_missed,
  alertTrigger: task.alert_trigger,
})

const tagsOf = ({ tags }: TaskDraft) => tags.split(/[\s,，]+/).filter(Boolean)

export const toInput = (draft: TaskDraft): TaskInput => ({
  task_type: draft.type,
  name: draft.name.trim() || null,
  command: draft.command,
  server_ids: [...draft.servers],
  group_ids: [...draft.groups],
  tags: tagsOf(draft),
  cron_expression: draft.type === 'scheduled' ? draft.cron.trim() : null,
  timeout: Number(draft.timeout),
  retry_count: draft.type === 'scheduled' ? Number(draft.retries) : 0,
  retry_interval: draft.type === 'scheduled' ? Number(draft.retryInterval) : 60,
  max_parallel: draft.parallel.trim() === '' ? null : Number(draft.parallel),
  run_missed: draft.type === 'scheduled' && draft.runMissed,
  alert_trigger: draft.alertTrigger,
})

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** Translation keys of validation errors, by field of the draft. */
export function problemsOf(draft: TaskDraft): Partial<Record<keyof TaskDraft, string>> {
  const isScheduled = draft.type === 'scheduled'
  return {
    ...(draft.command.trim() === '' && { command: 'problem.command' }),
    ...(draft.servers.length + draft.groups.length + tagsOf(draft).length === 0 && { servers: 'problem.targets' }),
    ...(isScheduled && draft.cron.trim().split(/\s+/).length !== 6 && { cron: 'problem.cron' }),
    ...(!isWhole(draft.timeout, 1, 2_147_483) && { timeout: 'problem.seconds' }),
    ...(isScheduled && !isWhole(draft.retries, 0, 10) && { retries: 'problem.retries' }),
    ...(isScheduled && !isWhole(draft.retryInterval, 1, 2_147_483) && { retryInterval: 'problem.seconds' }),
    ...(draft.parallel.trim() !== '' && !isWhole(draft.parallel, 1, 10_000) && { parallel: 'problem.parallel' }),
  }
}
