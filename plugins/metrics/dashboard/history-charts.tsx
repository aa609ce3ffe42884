import { Button, type ChartGap, EmptyState, ErrorState, errorText, Skeleton, useServer, useT } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ChartGrid } from './chart-grid.js'
import { chartsOf } from './chart-model.js'
import { DeviceCharts } from './device-charts.js'
import { deviceCharts } from './device-model.js'
import { GpuCharts } from './gpu-charts.js'
import { type Drawing, ModelCard } from './model-card.js'
import type { useHistory } from './use-history.js'

const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }
const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** The stored records of a stretch of time. */
export function HistoryCharts(props: {
  serverId: string
  /** base of the names of exported files */
  file: string
  state: ReturnType<typeof useHistory>
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, file, state, onZoom, onZoomOut } = props
  const { history, waiting, failure, retry } = state
  const t = useT()
  const { mem_total, swap_total, disk_total } = useServer(serverId) ?? noTotals
  const frame = history?.frame
  const charts = useMemo(
    () => (frame ? chartsOf(frame, { columns, totals: { mem_total, swap_total, disk_total } }) : []),
    [frame, mem_total, swap_total, disk_total],
  )
  const devices = useMemo(() => (frame ? deviceCharts(frame, columns) : []), [frame])
  const gaps = useMemo(
    () => history?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [history, t],
  )
  if (!history || !frame || !gaps) {
    return failure ? (
      <div className="panel">
        <ErrorState failure={failure} onRetry={retry} />
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
  const { span } = history.reading
  const drawing: Drawing = {
    times: frame.times,
    from: span.from,
    to: span.to,
    gapAfter: history.gapAfter,
    gaps,
    syncKey: `${serverId}-history`,
    onZoom,
    ...(onZoomOut ? { onZoomOut } : {}),
  }
  return (
    <div aria-busy={waiting} className={waiting ? 'opacity-60 transition-opacity' : undefined}>
      {failure && (
        <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-danger/10 px-3 py-2 text-sm">
          {t('history.stale', { reason: errorText(failure, t) })}
          <Button size="sm" onClick={retry}>
            {t('history.retry')}
          </Button>
        </p>
      )}
      {frame.times.length === 0 ? (
        <div className="panel">
          <EmptyState
            icon={ChartLine}
            title={t('history.empty')}
            description={gaps[0] ? t('history.emptyBecause', { cause: gaps[0].label }) : t('history.emptyHint')}
          />
        </div>
      ) : (
        <>
          <ChartGrid>
            {charts.map((model) => (
              <ModelCard key={model.id} model={model} file={file} {...drawing} />
            ))}
          </ChartGrid>
          <DeviceCharts charts={devices} file={file} drawing={drawing} />
          {frame.values.gpu_usage?.some((value) => value !== null) && (
            <GpuCharts serverId={serverId} span={span} file={file} drawing={drawing} />
          )}
        </>
      )}
    </div>
  )
}
