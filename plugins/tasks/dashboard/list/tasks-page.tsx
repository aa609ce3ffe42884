import {
  Button,
  Card,
  EmptyState,
  PageHeader,
  Segmented,
  useApi,
  useNavigateToPage,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { Task } from '@svc/plugin-tasks/contract'
import { Plus, SquareTerminal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TaskDialog } from '../form/task-dialog.tsx'
import { taskPage, tasksPage } from '../pages.ts'
import { tasksPath } from '../paths.ts'
import { useTaskChanges } from '../use-task-changes.ts'
import { TaskTable } from './task-table.tsx'

/** Scheduled tasks and one-off commands. */
export default function TasksPage(): ReactNode {
  const t = useT()
  const navigate = useNavigateToPage()
  const [{ type }, setSearch] = usePageSearch(tasksPage)
  const { data, error, refetch } = useApi<readonly Task[]>(tasksPath, { refetchInterval: 60_000 })
  useTaskChanges()
  const [adding, setAdding] = useState<Task['task_type']>()
  const add = (
    <>
      <Button onClick={() => setAdding('oneshot')}>
        <SquareTerminal aria-hidden />
        {t('list.run')}
      </Button>
      <Button variant="primary" onClick={() => setAdding('scheduled')}>
        <Plus aria-hidden />
        {t('list.add')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.hint')} actions={add} />
      {data && error && <StaleQueryNote error={error} onRetry={() => void refetch()} />}
      <div className="mb-3">
        <Segmented
          label={t('list.filter')}
          value={type ?? 'all'}
          onChange={(next) => setSearch({ type: next === 'all' ? undefined : next })}
          options={(['all', 'scheduled', 'oneshot'] as const).map((value) => ({
            value,
            label: t(`list.types.${value}`),
          }))}
        />
      </div>
      <Card flush>
        <TaskTable
          tasks={data?.filter(({ task_type }) => type === undefined || type === task_type)}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={SquareTerminal} title={t('list.empty')} description={t('list.emptyHint')} />}
        />
      </Card>
      {adding && (
        <TaskDialog
          initial={{ type: adding }}
          onClose={() => setAdding(undefined)}
          onSaved={({ id }) => navigate(taskPage, { params: { id } })}
        />
      )}
    </>
  )
}
