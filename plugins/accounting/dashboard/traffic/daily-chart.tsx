import { ChartCard, ErrorState, Segmented, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import type { TrafficDay } from '@svc/plugin-accounting/contract'
import { type ReactNode, useMemo } from 'react'
import { chartTime, lastDays } from '../calendar.ts'
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

/** Stacked bars of inbound and outbound traffic per day or hour. */
export function TrafficChart(props: {
  label: string
  description: string
  fileName: string
  /** must be referentially stable; `at` in epoch seconds */
  bars: readonly { readonly at: number; readonly bytes_in: number; readonly bytes_out: number }[]
  from?: number
  to?: number
}): ReactNode {
  const { bars, description, ...chart } = props
  const t = useT()
  const format = useFormat()
  const times = useMemo(() => bars.map(({ at }) => at), [bars])
  const series = useMemo(
    () => [
      { id: 'in', label: t('line.in'), values: bars.map(({ bytes_in }) => bytes_in), color: 1 },
      { id: 'out', label: t('line.out'), values: bars.map(({ bytes_out }) => bytes_out), color: 2 },
    ],
    [bars, t],
  )
  const total = useMemo(() => bars.reduce((sum, bar) => sum + bar.bytes_in + bar.bytes_out, 0), [bars])
  return (
    <ChartCard
      {...chart}
      description={`${description} · ${t('traffic.sum', { total: format.bytes(total) })}`}
      times={times}
      series={series}
      unit="bytes"
      kind="bars"
      stacked
      min={0}
      height={220}
    />
  )
}
