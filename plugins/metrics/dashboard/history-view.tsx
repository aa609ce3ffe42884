import { Button, saveFile, toCsv, useNow, useServer, useT } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { FileDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { fileBase } from './file-base.js'
import { HistoryCharts } from './history-charts.js'
import { metricsTable } from './metrics-csv.js'
import { type Range, type Stretch, writeRange } from './range.js'
import { RangeBar } from './range-bar.js'
import { type Reading, readingOf } from './reading.js'
import { useHistory } from './use-history.js'

const minute = 60_000

/** What was stored of a stretch of time, renewed every minute while it lasts. */
export function HistoryView(props: {
  serverId: string
  stretch: Stretch
  onChoose: (range: Range) => void
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, stretch, onChoose, onZoom, onZoomOut } = props
  const t = useT()
  const server = useServer(serverId)
  // a stretch that is over is the same every minute, and so are its charts
  const asked = JSON.stringify(readingOf(stretch, useNow(minute) / 1000))
  const reading = useMemo(() => JSON.parse(asked) as Reading, [asked])
  const state = useHistory(serverId, reading)
  const { history } = state
  const file = fileBase(server?.name, writeRange(stretch) ?? '')
  const save = () => {
    if (history) saveFile(`${file}.csv`, 'text/csv', toCsv(metricsTable(history.frame, columns)))
  }
  return (
    <>
      <RangeBar range={stretch} onChoose={onChoose} onZoomOut={onZoomOut}>
        <Button onClick={save} disabled={!history || history.frame.times.length === 0}>
          <FileDown aria-hidden />
          {t('history.csv')}
        </Button>
        <p role="status" className="text-faint text-xs">
          {history && resolution(history.reading.tier, history.hours, t)}
        </p>
      </RangeBar>
      <HistoryCharts serverId={serverId} file={file} state={state} onZoom={onZoom} onZoomOut={onZoomOut} />
    </>
  )
}

/** What one point stands for. */
const resolution = (tier: Reading['tier'], hours: number, t: (key: string) => string) =>
  t(tier === 'hourly' ? 'history.perHour' : hours > 0 ? 'history.partlyPerHour' : 'history.perMinute')
