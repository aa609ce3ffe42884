import { ErrorState, Segmented, Skeleton, useT } from '@svc/dashboard-sdk'
import type { TrafficDay } from '@svc/plugin-metrics/contract'
import { type ReactNode, useMemo } from 'react'
import { chartTime, lastDays } from '../accounting/calendar.ts'
import { TrafficChart } from './traffic-chart.tsx'
import { type TrendDays, trendDays } from './traffic-search.ts'

const ascending = [...trendDays].sort((a, b) => Number(a) - Number(b))

/** Daily traffic with a selector for the number of days. */
export function DailyChart(props: {
  title: string
  fileName: string
  days: TrendDays
  onDays: (days: TrendDays) => void
  rows: readonly TrafficDay[] | undefined
  /** current day in the traffic time zone */
  today: string | undefined
  timezone: string | undefined
  error: unknown
  onRetry: () => void
  stale: boolean
}): ReactNode {
  const { title, fileName, days, onDays, rows, today, timezone, error, onRetry, stale } = props
  const t = useT()
  const bars = useMemo(
    () =>
      rows && today
        ? lastDays(rows, today, Number(days)).map((row) => ({ ...row, at: chartTime(row.date) }))
        : undefined,
    [rows, today, days],
  )
  return (
    <div>
      <div className="mb-2 flex justify-end">
        <Segmented
          label={t('traffic.trendDays')}
          value={days}
          onChange={onDays}
          options={ascending.map((value) => ({ value, label: t('traffic.days', { count: Number(value) }) }))}
        />
      </div>
      {bars ? (
        <div className={stale ? 'opacity-60' : undefined} aria-busy={stale}>
          <TrafficChart
            label={title}
            description={t('traffic.zone', { zone: timezone })}
            fileName={fileName}
            bars={bars}
          />
        </div>
      ) : error ? (
        <div className="panel">
          <ErrorState error={error} onRetry={onRetry} />
        </div>
      ) : (
        <Skeleton className="h-72 rounded-lg" />
      )}
    </div>
  )
}
