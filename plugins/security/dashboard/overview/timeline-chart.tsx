import { ChartCard, ErrorState, Skeleton, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { HourCount } from '@svc/plugin-security/contract'
import { type ReactNode, useMemo } from 'react'
import { timelinePath } from '../paths.ts'
import { eventTypes, type SecurityFilter, type Span, spanSeconds } from '../security-search.ts'
import { toBars } from './timeline.ts'

/** When events arrived, by type. */
export function TimelineChart({ filter, span }: { filter: SecurityFilter; span: Span }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useApi<HourCount[]>(timelinePath, {
    search: filter,
    staleTime: 0,
    refetchInterval: 60_000,
    keepPrevious: true,
  })
  const from = Date.parse(filter.since) / 1000
  const to = from + spanSeconds[span]
  const bars = useMemo(() => data && toBars(data, from, to), [data, from, to])
  const series = useMemo(
    () =>
      eventTypes.map((type, index) => ({
        id: type,
        label: t(`type.${type}`),
        values: bars?.values.get(type) ?? [],
        color: index + 1,
      })),
    [bars, t],
  )
  if (!bars) {
    return error ? (
      <div className="panel">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className="h-72 rounded-lg" />
    )
  }
  const total = data?.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <ChartCard
      label={t('timeline.title')}
      description={t('timeline.total', { count: total, number: format.number(total) })}
      fileName="security-events-timeline"
      times={bars.times}
      series={series}
      from={bars.times[0] ?? from}
      to={to}
      unit="number"
      kind="bars"
      stacked
      min={0}
      summary="none"
      height={220}
    />
  )
}
