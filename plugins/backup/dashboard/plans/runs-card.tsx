import {
  Card,
  type Column,
  EmptyState,
  LoadMore,
  StatusDot,
  Table,
  useCodedText,
  useFormat,
  usePages,
  useT,
} from '@svc/dashboard-sdk'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BackupRun, Plan } from '../../src/plans/plan-schema.ts'
import { runsPath } from '../paths.ts'

const secondsOf = ({ started_at, finished_at }: BackupRun) => (Date.parse(finished_at) - Date.parse(started_at)) / 1000

/** How the backups of a plan ended. */
export function RunsCard({ plan: { id } }: { plan: Plan }): ReactNode {
  const t = useT()
  const format = useFormat()
  const textOf = useCodedText()
  const runs = usePages<BackupRun>(runsPath(id), { search: { limit: 20 } })
  const columns: Column<BackupRun>[] = [
    {
      id: 'started',
      header: t('runs.started'),
      cell: (run) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusDot
              tone={run.state === 'failed' ? 'danger' : run.error_text ? 'warn' : 'on'}
              label={t(run.state === 'failed' ? 'run.failed' : 'run.succeeded')}
              hideLabel
            />
            <time dateTime={run.started_at}>{format.dateTime(run.started_at)}</time>
            <span className="text-faint text-xs">{t(`trigger.${run.trigger}`)}</span>
          </p>
          {run.error_text && (
            <p className={`wrap-anywhere mt-0.5 text-xs ${run.state === 'failed' ? 'text-danger' : 'text-warn'}`}>
              {textOf(run.error_text)}
            </p>
          )}
          {run.removed > 0 && <p className="text-faint text-xs">{t('runs.removed', { count: run.removed })}</p>}
        </div>
      ),
    },
    {
      id: 'duration',
      header: t('runs.duration'),
      align: 'right',
      className: 'max-sm:hidden whitespace-nowrap',
      cell: (run) => format.duration(secondsOf(run)),
    },
    {
      id: 'size',
      header: t('stored.size'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ size }) => (size === null ? '–' : format.bytes(size)),
    },
  ]
  return (
    <Card flush title={t('runs.title')}>
      <Table
        caption={t('runs.title')}
        columns={columns}
        rows={runs.items}
        rowKey={({ id: run }) => String(run)}
        error={runs.error}
        onRetry={() => void runs.refetch()}
        empty={<EmptyState icon={History} title={t('runs.empty')} />}
      />
      <LoadMore pages={runs.pages} />
    </Card>
  )
}
