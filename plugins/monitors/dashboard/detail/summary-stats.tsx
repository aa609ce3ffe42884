import { RelativeTime, Skeleton, Stat, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail, MonitorSummary } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'

/** Uptime and response times. */
export function SummaryStats(props: {
  monitor: MonitorDetail
  /** undefined while loading */
  summary: MonitorSummary | undefined
  failed: boolean
}): ReactNode {
  const { monitor, summary, failed } = props
  const t = useT()
  const format = useFormat()
  const ms = (value: number | null | undefined) => (value == null ? '–' : format.ms(value))
  const availability = summary?.availability
  const at = monitor.last_checked_at
  const orSkeleton = (value: ReactNode) => (summary || failed ? value : <Skeleton className="my-1 h-5 w-16" />)
  const stats: [name: string, value: ReactNode, hint?: string][] = [
    [
      'availability',
      orSkeleton(availability == null ? '–' : format.percent(roundDown(availability * 100), 2)),
      summary &&
        (summary.failures > 0
          ? t('figure.failed', { count: summary.failures, checks: format.number(summary.checks) })
          : t('figure.checks', { count: summary.checks, number: format.number(summary.checks) })),
    ],
    ['mean', orSkeleton(ms(summary?.avg_latency)), t('figure.meanHint')],
    ['p50', orSkeleton(ms(summary?.p50_latency)), t('figure.p50Hint')],
    ['p95', orSkeleton(ms(summary?.p95_latency)), t('figure.p95Hint')],
    [
      'last',
      at ? <RelativeTime key="at" at={at} className="text-base" /> : t('list.never'),
      at ? ms(monitor.last_latency) : undefined,
    ],
  ]
  return (
    <dl
      aria-label={t('past.title')}
      className="mb-4 grid grid-cols-2 gap-3 *:rounded-lg *:bg-panel *:px-4 *:py-3 *:shadow-panel md:grid-cols-5"
    >
      {stats.map(([name, value, hint]) => (
        <Stat key={name} label={t(`figure.${name}`)} hint={hint} className="max-md:first:col-span-2">
          {value}
        </Stat>
      ))}
    </dl>
  )
}

/** Never shows 100% when a check failed. */
const roundDown = (percent: number) => Math.floor(percent * 100) / 100
