import {
  ChartCard,
  type ChartCardProps,
  type ChartMark,
  type ChartSeries,
  ErrorState,
  Skeleton,
  useServer,
} from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import type { Points } from '../frame.ts'
import type { HistoryQuery } from '../history-query.ts'
import { LazyRender } from '../metric-chart.tsx'
import { useDetailPoints } from './use-detail-points.ts'

/** The time range that all charts of the tab share. */
export interface Shared {
  readonly serverId: string
  readonly query: HistoryQuery
  readonly marks: readonly ChartMark[]
  readonly onZoom: (from: number, to: number) => void
  readonly onZoomOut: (() => void) | undefined
}

interface Props extends Pick<ChartCardProps, 'label' | 'unit' | 'stacked' | 'description'> {
  readonly shared: Shared
  readonly fields: readonly string[]
  /** stable */
  readonly seriesOf: (points: Points['points']) => readonly ChartSeries[]
  /** why there may be nothing to draw */
  readonly empty: string
}

/** A chart of detail columns. They are requested when it comes near the viewport. */
export const DetailChart = (props: Props): ReactNode => (
  <LazyRender
    pending={
      <section aria-label={props.label}>
        <Skeleton className="h-66 rounded-lg" />
      </section>
    }
  >
    <LoadedChart {...props} />
  </LazyRender>
)

function LoadedChart({ shared, fields, seriesOf, empty, label, ...chart }: Props) {
  const { serverId, query, marks, onZoom, onZoomOut } = shared
  const server = useServer(serverId)
  const { points, error, retry } = useDetailPoints(serverId, query, fields)
  const drawn = useMemo(
    () => points && { times: points.points.map(({ time }) => time), series: seriesOf(points.points) },
    [points, seriesOf],
  )
  if (error) {
    return (
      <section className="panel" aria-label={label}>
        <ErrorState error={error} onRetry={retry} />
      </section>
    )
  }
  if (!points || !drawn) return <Skeleton className="h-66 rounded-lg" />
  if (!drawn.series.some(({ values }) => values.some((value) => value !== null))) {
    return (
      <section className="panel grid content-start gap-1 px-4 py-3" aria-label={label}>
        <h3 className="font-medium text-sm">{label}</h3>
        <p className="text-muted text-sm">{empty}</p>
      </section>
    )
  }
  return (
    <ChartCard
      label={label}
      {...drawn}
      {...chart}
      from={query.span.from}
      to={query.span.to}
      gapAfter={points.gapAfter}
      marks={marks}
      syncKey={`${serverId}-resources`}
      fileName={[server?.name ?? '', label]}
      onZoom={onZoom}
      {...(onZoomOut ? { onZoomOut } : {})}
    />
  )
}
