import {
  Button,
  Card,
  CodeBlock,
  DeleteDialog,
  DropdownMenu,
  EmptyState,
  ErrorState,
  errorText,
  IconButton,
  MenuItem,
  MenuSeparator,
  PageHeader,
  Skeleton,
  toast,
  useApi,
  useFormat,
  useMutate,
  useNavigateToPage,
  usePageParams,
  usePages,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Task, TaskRun } from '@svc/plugin-tasks/contract'
import { Ban, Download, Ellipsis, History, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCronWords } from '../form/cron-words.ts'
import { TaskDialog } from '../form/task-dialog.tsx'
import { EnabledSwitch } from '../list/task-table.tsx'
import { taskPage, tasksPage } from '../pages.ts'
import { runsPath, taskPath, tasksPath } from '../paths.ts'
import { useTaskChanges } from '../use-task-changes.ts'
import { exportResults } from './export-results.ts'
import { RunMatrix } from './run-matrix.tsx'

/** Servers that are named; more are counted. */
const maxNames = 3

/** A task with its results. */
export default function TaskPage(): ReactNode {
  const { id } = usePageParams(taskPage)
  const t = useT()
  const task = useApi<Task>(taskPath(id))
  const runs = usePages<TaskRun>(runsPath(id), { search: { limit: 10 } })
  useTaskChanges(id)
  if (task.error && !task.data) return <ErrorState error={task.error} onRetry={() => void task.refetch()} />
  if (!task.data) return <Skeleton className="h-40" />
  return (
    <>
      <Header task={task.data} lastRun={runs.items?.[0]} />
      <div className="mb-4">
        <CodeBlock label={t('task.command')} text={task.data.command} />
      </div>
      {runs.error && !runs.items ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.items?.length === 0 ? (
        <Card>
          <EmptyState icon={History} title={t('matrix.empty')} description={t('matrix.emptyHint')} />
        </Card>
      ) : runs.items ? (
        <RunMatrix runs={runs.items} pages={runs.pages} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </>
  )
}

function Header({ task, lastRun }: { task: Task; lastRun: TaskRun | undefined }) {
  const t = useT()
  const format = useFormat()
  const words = useCronWords(task.cron_expression ?? '')
  const names = useServerNames()
  const { server_ids, group_ids, tags } = task
  const targets = [
    ...(server_ids.length > maxNames
      ? [t('task.servers', { count: server_ids.length })]
      : server_ids.map((id) => names.get(id))),
    group_ids.length > 0 && t('task.groups', { count: group_ids.length }),
    ...tags.map((tag) => `#${tag}`),
  ]
  const facts = [
    task.cron_expression === null ? task.name !== null && t('list.once') : words || task.cron_expression,
    task.next_run_at && t('task.next', { at: format.dateTime(task.next_run_at) }),
    targets.filter(Boolean).join(', '),
    t('task.timeout', { timeout: format.duration(task.timeout ?? 300) }),
    task.retry_count > 0 && t('task.retries', { count: task.retry_count }),
  ]
  return (
    <PageHeader
      title={task.name ?? t('task.unnamed')}
      description={facts.filter(Boolean).join(' · ')}
      actions={<Actions task={task} lastRun={lastRun} />}
    />
  )
}

function Actions({ task, lastRun }: { task: Task; lastRun: TaskRun | undefined }) {
  const t = useT()
  const navigate = useNavigateToPage()
  const names = useServerNames()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const run = useMutate<object, TaskRun>('POST', runsPath(task.id), { invalidates: [tasksPath] })
  const cancel = useMutate<object, Task>('POST', `${taskPath(task.id)}/cancel`, { invalidates: [tasksPath] })
  const isRunning = lastRun?.state === 'running'
  const hasFailed = lastRun !== undefined && !isRunning && lastRun.succeeded < lastRun.total
  const save = (kind: 'csv' | 'json') =>
    exportResults(task, kind, (id) => names.get(id) ?? id).catch((error) => toast.error(errorText(error, t)))
  const name = task.name ?? t('task.unnamed')
  return (
    <>
      {task.task_type === 'scheduled' && <EnabledSwitch task={task} />}
      {isRunning ? (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate({})}>
          <Ban aria-hidden />
          {t('task.cancel')}
        </Button>
      ) : (
        <>
          {hasFailed && (
            <Button busy={run.isPending} onClick={() => run.mutate({ failed_of: lastRun.id })}>
              <RotateCcw aria-hidden />
              {t('task.runFailed')}
            </Button>
          )}
          <Button variant="primary" busy={run.isPending} onClick={() => run.mutate({})}>
            <Play aria-hidden />
            {t(lastRun ? 'task.runAgain' : 'task.run')}
          </Button>
        </>
      )}
      <DropdownMenu
        trigger={
          <IconButton label={t('task.menu')}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          {t('task.edit')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => void save('csv')}>
          {t('task.csv')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => void save('json')}>
          {t('task.json')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={() => setDialog('delete')}>
          {t('task.delete')}
        </MenuItem>
      </DropdownMenu>
      {dialog === 'edit' && <TaskDialog task={task} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          path={taskPath(task.id)}
          invalidates={[tasksPath]}
          title={t('task.deleteTitle', { name })}
          description={t('task.deleteDescription')}
          action={t('task.delete')}
          done={t('task.deleted', { name })}
          onDeleted={() => navigate(tasksPage, {})}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
