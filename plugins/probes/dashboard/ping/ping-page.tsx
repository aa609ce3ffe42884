import {
  Button,
  DeleteDialog,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  useApi,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { PingTask } from '@svc/plugin-probes/contract'
import { Activity, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pingTasksPage } from '../pages.ts'
import { pingTaskPath, pingTasksPath } from '../paths.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskResults } from './task-results.tsx'
import { TaskRow } from './task-row.tsx'

type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly task: PingTask }

/** Ping tasks and their results. */
export default function PingPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<readonly PingTask[]>(pingTasksPath)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'add' })}>
      <Plus aria-hidden />
      {t('ping.addTask')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('ping.title')} description={t('ping.lead')} actions={data && data.length > 0 && add} />
      <div className="panel overflow-clip">
        {data ? (
          data.length > 0 ? (
            <Tasks tasks={data} onOpen={setOpen} />
          ) : (
            <EmptyState icon={Activity} title={t('ping.none')} description={t('ping.noneHint')} action={add} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-40 rounded-lg" />
        )}
      </div>
      {open?.kind === 'delete' && (
        <DeleteDialog
          path={pingTaskPath(open.task.id)}
          invalidates={[pingTasksPath]}
          title={t('delete.title', { name: open.task.name })}
          description={t('ping.deleteLead')}
          action={t('ping.deleteAction')}
          done={t('ping.deleted')}
          onClose={close}
        />
      )}
      {open && open.kind !== 'delete' && (
        <TaskDialog task={open.kind === 'edit' ? open.task : undefined} onClose={close} />
      )}
    </>
  )
}

function Tasks({ tasks, onOpen }: { tasks: readonly PingTask[]; onOpen: (open: Open) => void }): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(pingTasksPage)
  return (
    <ul aria-label={t('ping.title')}>
      {tasks.map((task) => (
        <TaskRow
          key={task.id}
          task={task}
          open={search.task === task.id}
          onOpen={(open) => setSearch({ task: open ? task.id : undefined, server: undefined })}
          onAct={(kind) => onOpen({ kind, task })}
        >
          <TaskResults task={task} search={search} onSearch={setSearch} />
        </TaskRow>
      ))}
    </ul>
  )
}
