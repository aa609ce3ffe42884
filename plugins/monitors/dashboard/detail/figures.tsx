import { RelativeTime, Skeleton, Stat, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail, MonitorSummary } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'

/** How often a service was there and how fast it answered. */
export function Figures(props: {
  monitor: MonitorDetail
  /** undefined until it is there */
  summary: MonitorSummary | undefined
  failed: boolean
}): ReactNode {
  const { monitor, summary, failed } = props
  const t = useT()
  const format = useFormat()
  const ms = (value: number | null | undefined) => (value == null ? '–' : format.ms(value))
  const availability = summary?.availability
  const at = monitor.last_checked_at
  const figure = (value: ReactNode) => (summary || failed ? value : <Skeleton className="my-1 h-5 w-16" />)
  const all: [name: string, value: ReactNode, hint?: string][] = [
    [
      'availability',
      figure(availability == null ? '–' : format.percent(roundedDown(availability * 100), 2)),
      summary &&
        (summary.failures > 0
          ? t('figure.failed', { count: summary.failures, checks: format.number(summary.checks) })
          : t('figure.checks', { count: summary.checks, number: format.number(summary.checks) })),
    ],
    ['mean', figure(ms(summary?.avg_latency)), t('figure.meanHint')],
    ['p50', figure(ms(summary?.p50_latency)), t('figure.p50Hint')],
    ['p95', figure(ms(summary?.p95_latency)), t('figure.p95Hint')],
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
      {all.map(([name, value, hint]) => (
        <Stat key={name} label={t(`figure.${name}`)} hint={hint} className="max-md:first:col-span-2">
          {value}
        </Stat>
      ))}
    </dl>
  )
}

/** One failed check in a hundred thousand is not 100 %. */
const roundedDown = (percent: number) => Math.floor(percent * 100) / 100
