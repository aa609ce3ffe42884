import { EmptyState, ErrorState, Skeleton, useApi, useNow, useServer, useT } from '@svc/dashboard-sdk'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ChartCard } from './chart-card.js'
import { ChartGrid } from './chart-grid.js'
import { coreCharts, recordCharts } from './chart-model.js'
import { type RangeName, type Span, spanOf } from './range.js'
import { fromRecord, type MetricRecord } from './sample.js'

const minute = 60_000
/** Seconds: records are a minute apart, and one may be late. */
const gapAfter = 150

const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }
const five = ['a', 'b', 'c', 'd', 'e']

/** The stored records of a stretch of time. */
export function HistoryCharts(props: {
  serverId: string
  range: Exclude<RangeName, 'live'> | Span
  onZoom: (from: number, to: number) => void
}): ReactNode {
  const { serverId, range, onZoom } = props
  const t = useT()
  const span = spanOf(range, useNow(minute) / 1000)
  const server = useServer(serverId)
  const answer = useApi<readonly MetricRecord[]>(`/api/servers/${encodeURIComponent(serverId)}/records`, {
    search: { from: instant(span.from), to: instant(span.to), interval: 'raw' },
    keepPrevious: true,
  })
  const { mem_total, swap_total, disk_total } = server ?? noTotals
  const samples = useMemo(() => (answer.data ?? []).map(fromRecord), [answer.data])
  const times = useMemo(() => samples.map(({ time }) => time), [samples])
  const charts = useMemo(
    () => [...coreCharts(samples, { mem_total, swap_total, disk_total }), ...recordCharts(samples)],
    [samples, mem_total, swap_total, disk_total],
  )
  if (!answer.data) {
    return answer.error ? (
      <div className="panel">
        <ErrorState failure={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    ) : (
      <ChartGrid>
        {five.map((key) => (
          <Skeleton key={key} className="h-62 rounded-lg" />
        ))}
      </ChartGrid>
    )
  }
  if (samples.length === 0 && !answer.isPlaceholderData) {
    return (
      <div className="panel">
        <EmptyState icon={ChartLine} title={t('history.empty')} description={t('history.emptyHint')} />
      </div>
    )
  }
  return (
    <div aria-busy={answer.isPlaceholderData} className={answer.isPlaceholderData ? 'opacity-60' : undefined}>
      <ChartGrid>
        {charts.map((model) => (
          <ChartCard
            key={model.id}
            model={model}
            times={times}
            from={span.from}
            to={span.to}
            gapAfter={gapAfter}
            live={false}
            syncKey={`${serverId}-history`}
            onZoom={onZoom}
          />
        ))}
      </ChartGrid>
    </div>
  )
}

const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
