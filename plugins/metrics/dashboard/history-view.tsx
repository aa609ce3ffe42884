import {
  Button,
  type ChartGap,
  type ChartMark,
  EmptyState,
  ErrorState,
  formatRange,
  Skeleton,
  StaleNote,
  StickyBarEnd,
  type TimeRange,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { ChartLine, FileDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { DeviceCharts } from './device-charts.tsx'
import { GpuCharts } from './gpu-charts.tsx'
import { type HistoryQuery, useHistoryQuery } from './history-query.ts'
import { ChartGrid, type Drawing, type FileParts, MetricChart } from './metric-chart.tsx'
import { useMetricsCsv } from './metrics-csv.ts'
import { useServerMarks } from './server-marks.tsx'
import { useHistory } from './use-history.ts'

/** The history in a time range, refreshed every minute while the range is live. */
export function HistoryView(props: {
  serverId: string
  stretch: TimeRange
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, stretch, onZoom, onZoomOut } = props
  const t = useT()
  const server = useServer(serverId)
  const query = useHistoryQuery(stretch)
  const state = useHistory(serverId, query)
  const { marks, sources } = useServerMarks(serverId, query.span)
  const { history } = state
  const name = server?.name ?? ''
  const range = formatRange(stretch)
  const file = useMemo(() => [name, range], [name, range])
  const csv = useMetricsCsv(serverId, file)
  return (
    <>
      <StickyBarEnd>
        <Button
          onClick={() => history && void csv.save(history)}
          busy={csv.busy}
          disabled={!history || history.frame.times.length === 0}
          className="max-sm:px-2"
        >
          <FileDown aria-hidden />
          <span className="max-sm:sr-only">{t('history.csv')}</span>
        </Button>
        <p role="status" className="text-faint text-xs max-sm:sr-only">
          {history && history.frame.times.length > 0 && resolution(history.query.tier, history.hours.length, t)}
        </p>
      </StickyBarEnd>
      {sources}
      <HistoryCharts
        serverId={serverId}
        file={file}
        state={state}
        marks={marks}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
      />
    </>
  )
}

/** Describes the resolution of the points. */
const resolution = (tier: HistoryQuery['tier'], hours: number, t: (key: string) => string) =>
  t(tier === 'hourly' ? 'history.perHour' : hours > 0 ? 'history.partlyPerHour' : 'history.perMinute')

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Charts of stored records. */
function HistoryCharts(props: {
  serverId: string
  /** how the names of exported files begin */
  file: FileParts
  state: ReturnType<typeof useHistory>
  marks: readonly ChartMark[]
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, file, state, marks, onZoom, onZoomOut } = props
  const { history, isLoading, error, retry } = state
  const t = useT()
  const gaps = useMemo(
    () => history?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [history, t],
  )
  const drawing = useMemo((): Drawing | undefined => {
    if (!history || !gaps) return undefined
    const { frame, gapAfter, query } = history
    const axis = { times: frame.times, from: query.span.from, to: query.span.to, gapAfter, gaps, marks }
    return { ...axis, syncKey: `${serverId}-history`, onZoom, ...(onZoomOut ? { onZoomOut } : {}) }
  }, [history, gaps, marks, serverId, onZoom, onZoomOut])
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
      {history.frame.times.length === 0 ? (
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
