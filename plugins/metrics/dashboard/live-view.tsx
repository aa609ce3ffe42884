import {
  Button,
  EmptyState,
  type Range,
  Skeleton,
  StickyBarEnd,
  serverNow,
  useFormat,
  useLiveBuffer,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { recordColumns as columns } from '@svc/plugin-metrics/columns'
import type { ServerMetrics } from '@svc/protocol'
import { Pause, Play, Unplug } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { buildCharts } from './chart-model.ts'
import { buildFrame } from './frame.ts'
import { livePoints } from './live-points.ts'
import { ChartGrid, type Drawing, type FileParts, MetricChart } from './metric-chart.tsx'
import { useServerMarks } from './server-marks.tsx'

/** Live charts with a pause button. */
export function LiveView({ serverId, onChoose }: { serverId: string; onChoose: (range: Range) => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const buffer = useLiveBuffer(serverId)
  const server = useServer(serverId)
  const file = useMemo(() => [server?.name ?? '', 'live'], [server?.name])
  const [pausedReports, setPausedReports] = useState<readonly ServerMetrics[]>()
  const pausedAt = pausedReports?.at(-1)?.last_active
  const lastReportAt = buffer.at(-1)?.last_active
  const offlineSince = !pausedReports && server?.online === false ? lastReportAt : undefined
  return (
    <>
      <StickyBarEnd>
        <Button
          aria-pressed={pausedReports !== undefined}
          onClick={() => setPausedReports(pausedReports ? undefined : buffer)}
          disabled={!pausedReports && buffer.length === 0}
          className="max-sm:px-2"
        >
          {pausedReports ? <Play aria-hidden /> : <Pause aria-hidden />}
          <span className="max-sm:sr-only">{t(pausedReports ? 'live.resume' : 'live.pause')}</span>
        </Button>
        <p role="status" className="text-faint text-xs">
          {pausedAt !== undefined && t('live.paused', { at: format.time(pausedAt * 1000) })}
          {offlineSince !== undefined && t('live.stopped', { at: format.time(offlineSince * 1000) })}
        </p>
      </StickyBarEnd>
      <LiveCharts
        serverId={serverId}
        file={file}
        pausedReports={pausedReports}
        onHistory={() => onChoose({ name: '24h', seconds: 86_400 })}
      />
    </>
  )
}

/** Length of the time axis in seconds. */
const axis = { widest: 600, narrowest: 60 }
/** Never reached: `connect` breaks the lines at gaps. */
const gapAfter = 600

const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }

/** The reports of the last minutes, drawn as they come; `pausedReports` replaces them while paused. */
function LiveCharts(props: {
  serverId: string
  /** how the names of exported files begin */
  file: FileParts
  pausedReports: readonly ServerMetrics[] | undefined
  onHistory: () => void
}): ReactNode {
  const { serverId, file, pausedReports, onHistory } = props
  const t = useT()
  const server = useServer(serverId)
  const buffer = useLiveBuffer(serverId)
  const reports = pausedReports ?? buffer
  const { mem_total, swap_total, disk_total } = server ?? noTotals
  const frame = useMemo(() => buildFrame(livePoints(reports), columns), [reports])
  const charts = useMemo(
    () => buildCharts(frame, { columns, totals: { mem_total, swap_total, disk_total }, isLive: true }),
    [frame, mem_total, swap_total, disk_total],
  )
  const { times } = frame
  // The minute, so that the marks are not asked for with each report.
  const { marks, sources } = useServerMarks(serverId, { from: Math.floor((times[0] ?? serverNow() / 1000) / 60) * 60 })
  const drawing = useMemo((): Drawing => {
    const to = times.at(-1) ?? 0
    const from = Math.max(to - axis.widest, Math.min(times[0] ?? 0, to - axis.narrowest))
    return { times, from, to, gapAfter, summary: 'last', marks, syncKey: `${serverId}-live` }
  }, [times, marks, serverId])
  if (times.length === 0 && server && !server.online) {
    return (
      <div className="panel">
        <EmptyState
          icon={Unplug}
          title={t('live.silent')}
          description={t('live.silentHint')}
          action={<Button onClick={onHistory}>{t('live.history')}</Button>}
        />
      </div>
    )
  }
  return (
    <>
      {sources}
      <ChartGrid>
        {charts.map((model) =>
          times.length === 0 ? (
            <Skeleton key={model.id} className="h-66 rounded-lg" />
          ) : (
            <MetricChart key={model.id} model={model} file={file} drawing={drawing} />
          ),
        )}
      </ChartGrid>
    </>
  )
}
