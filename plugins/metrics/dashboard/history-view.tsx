import { Button, formatRange, type TimeRange, useServer, useT } from '@svc/dashboard-sdk'
import { FileDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { HistoryCharts } from './history-charts.tsx'
import type { HistoryQuery } from './history-query.ts'
import { useHistory } from './use-history.ts'
import { useHistoryQuery } from './use-history-query.ts'
import { useMetricsCsv } from './use-metrics-csv.ts'

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
  const state = useHistory(serverId, useHistoryQuery(stretch))
  const { history } = state
  const name = server?.name ?? ''
  const range = formatRange(stretch) ?? ''
  const file = useMemo(() => [name, range], [name, range])
  const csv = useMetricsCsv(serverId, file)
  return (
    <>
      <Button
        onClick={() => history && void csv.save(history)}
        busy={csv.busy}
        disabled={!history || history.times.length === 0}
      >
        <FileDown aria-hidden />
        {t('history.csv')}
      </Button>
      <p role="status" className="text-faint text-xs">
        {history && history.times.length > 0 && resolution(history.query.tier, history.hours.length, t)}
      </p>
      <div className="mt-2 min-w-0 basis-full">
        <HistoryCharts serverId={serverId} file={file} state={state} onZoom={onZoom} onZoomOut={onZoomOut} />
      </div>
    </>
  )
}

/** Describes the resolution of the points. */
const resolution = (tier: HistoryQuery['tier'], hours: number, t: (key: string) => string) =>
  t(tier === 'hourly' ? 'history.perHour' : hours > 0 ? 'history.partlyPerHour' : 'history.perMinute')
