import { EmptyState, ErrorState, Segmented, Skeleton, useApi, useNow, usePageSearch, useT } from '@svc/dashboard-sdk'
import { StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { MonitorDetail, MonitorSummary } from '@svc/plugin-monitors/contract'
import { ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorPage, spanSeconds, spans } from '../pages.ts'
import { monitorPath } from '../paths.ts'
import { ResponseChart } from './response-chart.tsx'
import { SummaryStats } from './summary-stats.tsx'

const minute = 60_000

/** Uptime and response times over a time range up to now. */
export function SummarySection({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const [{ span }, setSearch] = usePageSearch(monitorPage)
  // Rounded up, so that the current minute is included.
  const to = Math.floor(useNow(minute) / minute) * minute + minute
  const summary = useApi<MonitorSummary>(`${monitorPath(monitor.id)}/summary`, {
    search: { from: new Date(to - spanSeconds[span] * 1000).toISOString(), to: new Date(to).toISOString() },
    keepPrevious: true,
  })
  const { data, error, refetch } = summary
  return (
    <section aria-label={t('past.title')} className="mb-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{t('past.title')}</h2>
        <Segmented
          label={t('past.span')}
          value={span}
          onChange={(next) => setSearch({ span: next })}
          options={spans.map((value) => ({ value, label: t(`past.spans.${value}`) }))}
        />
      </div>
      {data && error && <StaleQueryNote error={error} onRetry={() => void refetch()} />}
      <SummaryStats monitor={monitor} summary={data} failed={error !== null} />
      {data ? (
        data.series.length > 0 ? (
          <ResponseChart monitor={monitor} summary={data} />
        ) : (
          <div className="panel">
            <EmptyState icon={ChartLine} title={t('past.empty')} description={t('past.emptyHint')} />
          </div>
        )
      ) : error ? (
        <div className="panel">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton className="h-64 rounded-lg" />
      )}
    </section>
  )
}
