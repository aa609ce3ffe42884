import { Button, EmptyState, Skeleton, useLiveBuffer, useServer, useT } from '@svc/dashboard-sdk'
import type { ServerMetrics } from '@svc/protocol'
import { Unplug } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ChartCard } from './chart-card.js'
import { ChartGrid } from './chart-grid.js'
import { coreCharts } from './chart-model.js'
import { fromReport } from './sample.js'

/** Seconds: the width of the time axis once enough has arrived, and before. */
const axis = { widest: 600, narrowest: 60 }
/** Reports come every 3 seconds; an agent that is silent for longer than this has a gap. */
const gapAfter = 10

const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }

/** The reports since this tab was opened, drawn as they come; `held` shows these instead. */
export function LiveCharts(props: {
  serverId: string
  held: readonly ServerMetrics[] | undefined
  onHistory: () => void
}): ReactNode {
  const { serverId, held, onHistory } = props
  const t = useT()
  const server = useServer(serverId)
  const buffer = useLiveBuffer(serverId)
  const reports = held ?? buffer
  const { mem_total, swap_total, disk_total } = server ?? noTotals
  const samples = useMemo(() => reports.map(fromReport), [reports])
  const times = useMemo(() => samples.map(({ time }) => time), [samples])
  const charts = useMemo(
    () => coreCharts(samples, { mem_total, swap_total, disk_total }),
    [samples, mem_total, swap_total, disk_total],
  )
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
  const to = times.at(-1) ?? 0
  const from = Math.max(to - axis.widest, Math.min(times[0] ?? 0, to - axis.narrowest))
  return (
    <ChartGrid>
      {charts.map((model) =>
        times.length === 0 ? (
          <Skeleton key={model.id} className="h-63 rounded-lg" />
        ) : (
          <ChartCard
            key={model.id}
            model={model}
            times={times}
            from={from}
            to={to}
            gapAfter={gapAfter}
            live
            syncKey={`${serverId}-live`}
          />
        ),
      )}
    </ChartGrid>
  )
}
