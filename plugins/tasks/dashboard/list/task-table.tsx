import {
  type Column,
  PageLink,
  RelativeTime,
  Switch,
  Table,
  type TableProps,
  useFormat,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Task } from '@svc/plugin-tasks/contract'
import type { ReactNode } from 'react'
import { useCronWords } from '../form/cron-words.ts'
import { taskPage } from '../pages.ts'
import { taskPath, tasksPath } from '../paths.ts'
import { RunMark } from '../run-mark.tsx'

/** Tasks with their schedule and last run. */
export function TaskTable(
  props: { tasks: readonly Task[] | undefined } & Pick<TableProps<Task>, 'error' | 'onRetry' | 'empty'>,
): ReactNode {
  const { tasks, ...table } = props
  const t = useT()
  const format = useFormat()
  const columns: Column<Task>[] = [
    { id: 'name', header: t('list.name'), cell: (task) => <NameCell task={task} /> },
    {
      id: 'schedule',
      header: t('list.schedule'),
      className: 'max-lg:hidden text-muted',
      cell: ({ cron_expression }) =>
        cron_expression === null ? t('list.once') : <Schedule expression={cron_expression} />,
    },
    {
      id: 'last',
      header: t('list.last'),
      className: 'max-sm:hidden',
      cell: ({ last_run }) =>
        last_run && (
          <div className="flex flex-col">
            <RunMark run={last_run} />
            <RelativeTime at={last_run.started_at} className="text-faint text-xs" />
          </div>
        ),
    },
    {
      id: 'next',
      header: t('list.next'),
      className: 'max-md:hidden whitespace-nowrap text-muted',
      cell: ({ next_run_at }) => (next_run_at ? format.dateTime(next_run_at) : '–'),
    },
    {
      id: 'enabled',
      header: t('list.enabled'),
      className: 'max-sm:hidden w-20',
      cell: (task) => task.task_type === 'scheduled' && <EnabledSwitch task={task} />,
    },
  ]
  return <Table caption={t('list.title')} columns={columns} rows={tasks} rowKey={({ id }) => id} {...table} />
}

function NameCell({ task }: { task: Task }) {
  const { id, name, command, cron_expression, last_run } = task
  return (
    <div className="min-w-0">
      <PageLink
        page={taskPage}
        params={{ id }}
        className="wrap-anywhere line-clamp-2 rounded-xs font-medium underline-offset-2 hover:underline"
      >
        {name ?? command}
      </PageLink>
      {name && (
        <p className="max-w-[min(28rem,60vw)] truncate font-mono text-faint text-xs" data-tip={command}>
          {command}
        </p>
      )}
      {cron_expression !== null && (
        <p className="text-muted text-xs lg:hidden">
          <Schedule expression={cron_expression} />
        </p>
      )}
      {last_run && (
        <div className="mt-1 sm:hidden">
          <RunMark run={last_run} />
        </div>
      )}
    </div>
  )
}

function Schedule({ expression }: { expression: string }) {
  const words = useCronWords(expression)
  return (
    <span data-tip={expression} className="line-clamp-2">
      {words || expression}
    </span>
  )
}

/** Pauses and resumes a schedule. */
export function EnabledSwitch({ task: { id, name, command, enabled } }: { task: Task }): ReactNode {
  const t = useT()
  const save = useMutate<boolean, Task>('PUT', taskPath(id), {
    body: (next) => ({ enabled: next }),
    invalidates: [tasksPath],
  })
  return (
    <Switch
      label={t('list.enabledName', { name: name ?? command.slice(0, 60) })}
      checked={save.isPending ? save.variables : enabled}
      disabled={save.isPending}
      onChange={(next) => save.mutate(next)}
    />
  )
}
