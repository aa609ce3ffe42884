import { RelativeTime, Table, useFormat, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'

type Job = NonNullable<PluginView['jobs']>[number]

/** Background jobs of a plugin with their statistics since the server start. */
export function JobTable({ jobs, title }: { jobs: readonly Job[]; title: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const last = (job: Job) => (
    <>
      {job.last_run_at ? (
        <RelativeTime at={job.last_run_at} />
      ) : (
        <span className="text-faint">{t('plugins.job.never')}</span>
      )}
      {job.last_duration_ms !== null && (
        <span className="text-faint text-xs"> · {format.ms(job.last_duration_ms)}</span>
      )}
    </>
  )
  return (
    <div className="overflow-hidden rounded-md bg-panel ring-1 ring-line ring-inset">
      <Table
        caption={t('plugins.job.caption', { title })}
        rows={jobs}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: t('plugins.job.name'),
            cell: (job) => (
              <>
                <span className="font-medium">{job.name}</span>
                {job.last_error !== null && (
                  <span className="block max-w-prose break-words text-danger text-xs">
                    {t('plugins.job.error', { error: job.last_error })}
                  </span>
                )}
                <span className="mt-0.5 block text-xs sm:hidden">{last(job)}</span>
              </>
            ),
          },
          {
            id: 'every',
            header: t('plugins.job.every'),
            className: 'whitespace-nowrap',
            cell: ({ every_ms }) => (every_ms < 1000 ? format.ms(every_ms) : format.duration(every_ms / 1000)),
          },
          {
            id: 'last',
            header: t('plugins.job.last'),
            className: 'whitespace-nowrap max-sm:hidden',
            cell: last,
          },
          { id: 'runs', header: t('plugins.job.runs'), align: 'right', cell: ({ runs }) => format.number(runs) },
          {
            id: 'failures',
            header: t('plugins.job.failures'),
            align: 'right',
            cell: ({ failures }) => (
              <span className={failures > 0 ? 'font-medium text-danger' : 'text-muted'}>{format.number(failures)}</span>
            ),
          },
        ]}
      />
    </div>
  )
}
