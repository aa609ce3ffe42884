import { type ChartGap, EmptyState, ErrorState, Skeleton, StaleNote, useT } from '@svc/dashboard-sdk'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ChartGrid } from './chart-grid.tsx'
import { DeviceCharts } from './device-charts.tsx'
import { GpuCharts } from './gpu-charts.tsx'
import { type Drawing, type FileParts, MetricChart } from './metric-chart.tsx'
import type { useHistory } from './use-history.ts'

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Charts of stored records. */
export function HistoryCharts(props: {
  serverId: string
  /** how the names of exported files begin */
  file: FileParts
  state: ReturnType<typeof useHistory>
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, file, state, onZoom, onZoomOut } = props
  const { history, isLoading, error, retry } = state
  const t = useT()
  const gaps = useMemo(
    () => history?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [history, t],
  )
  const drawing = useMemo((): Drawing | undefined => {
    if (!history || !gaps) return undefined
    const { times, gapAfter, query } = history
    const axis = { times, from: query.span.from, to: query.span.to, gapAfter, gaps }
    return { ...axis, syncKey: `${serverId}-history`, onZoom, ...(onZoomOut ? { onZoomOut } : {}) }
  }, [history, gaps, serverId, onZoom, onZoomOut])
  if (!history || !gaps || !drawing) {
    return error ? (
      <div className="panel">
        <ErrorState error={error} onRetry={retry} />
      </div>
    ) : (
      <div aria-busy="true">
        <ChartGrid>
          {places.map((key) => (
            <Skeleton key={key} className="h-66 rounded-lg" />
          ))}
        </ChartGrid>
      </div>
    )
  }
  const { charts, devices } = history
  const cause = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]?.label
  const { span } = history.query
  return (
    <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity' : undefined}>
      <StaleNote error={error} onRetry={retry} className="mb-4" />
      {history.times.length === 0 ? (
        <div className="panel">
          <EmptyState
            icon={ChartLine}
            title={t('history.empty')}
            description={cause ? t('history.emptyBecause', { cause }) : t('history.emptyHint')}
          />
        </div>
      ) : (
        <>
          <ChartGrid>
            {charts.map((model) => (
              <MetricChart key={model.id} model={model} file={file} drawing={drawing} />
            ))}
          </ChartGrid>
          <DeviceCharts charts={devices} file={file} drawing={drawing} />
          {history.hasGpus && <GpuCharts serverId={serverId} span={span} file={file} drawing={drawing} />}
        </>
      )}
    </div>
  )
}
