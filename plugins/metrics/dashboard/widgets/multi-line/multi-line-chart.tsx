import { type ChartSeries, type Unit, useT } from '@svc/dashboard-sdk'
import type { ServerName } from '@svc/dashboard-sdk/widgets'
import { type ReactNode, useMemo } from 'react'
import { type Drawing, HistoryChart } from '../history/history-chart.tsx'
import { type ChartMetric, columnsOf } from '../history/metrics.ts'
import { useZoom } from '../history/use-zoom.ts'
import { WidgetHeader } from '../history/widget-header.tsx'
import { alignEnds, asShares, mergeTimes, valuesAt } from './merge-lines.ts'
import { ServerQuery } from './server-query.tsx'
import { type ServerResults, useServerResults } from './use-lines.ts'

const none: Drawing['gaps'] = []

/** The lines of all servers on one time axis. */
function drawingOf(servers: readonly ServerName[], metric: ChartMetric, readings: ServerResults): Drawing | undefined {
  const known = servers.flatMap(({ id, name }) => {
    const line = readings.get(id)?.line
    return line ? [{ id, name, line }] : []
  })
  const [first] = known
  if (!first) return undefined
  const { span, gapAfter } = first.line
  const { isShare, lines } = asShares(
    alignEnds(
      known.map(({ line }) => line),
      gapAfter,
    ),
  )
  const times = mergeTimes(lines)
  const series = known.map(({ id, name }, index): ChartSeries => {
    const line = lines[index] ?? first.line
    return { id, label: name, values: valuesAt(times, line), fill: false }
  })
  return {
    span,
    gapAfter,
    gaps: none,
    times,
    series,
    unit: unitOf(metric, isShare),
  }
}

function unitOf(metric: ChartMetric, isShare: boolean): Unit {
  const chart = columnsOf(metric)[0]?.chart
  return chart && 'shareOf' in chart && chart.shareOf && !isShare ? 'bytes' : (chart?.unit ?? 'number')
}

interface Props {
  readonly servers: readonly ServerName[]
  /** how many that were chosen are not there any more */
  readonly missing: number
  readonly metric: ChartMetric
  readonly hours: number
  readonly isEditing: boolean
}

export function MultiLine({ servers, missing, metric, hours, isEditing }: Props): ReactNode {
  const t = useT()
  // one for all, or the lines would never be equally new
  const { reading, zooming } = useZoom(hours, isEditing)
  const { readings, tell } = useServerResults(servers.map(({ id }) => id))
  const drawing = useMemo(() => readings && drawingOf(servers, metric, readings), [servers, metric, readings])
  const failed = servers.flatMap(({ id }) => (readings?.get(id)?.error ? [readings.get(id)] : []))
  const title = t(`widget.label.metric.${metric}`)
  const retry = () => {
    for (const read of failed) read?.retry()
  }
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHeader
        title={title}
        aside={[
          failed.length > 0 && drawing && t('widget.chart.unread', { count: failed.length }),
          missing > 0 && t('sdk:server.missing', { count: missing }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {servers.map(({ id }) => (
        <ServerQuery key={id} id={id} metric={metric} reading={reading} tell={tell} />
      ))}
      <HistoryChart
        label={t('widget.chart.ofServers', { title, count: servers.length })}
        drawing={drawing}
        error={failed[0]?.error}
        onRetry={retry}
        zooming={zooming}
      />
    </div>
  )
}
