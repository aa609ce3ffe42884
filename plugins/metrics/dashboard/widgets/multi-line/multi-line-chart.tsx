import { type ChartSeries, type Unit, useT } from '@svc/dashboard-sdk'
import type { ServerName } from '@svc/dashboard-sdk/widgets'
import { type ReactNode, useMemo } from 'react'
import { type Drawing, StoredChart } from '../history/history-chart.tsx'
import { type ChartMetric, columnsOf } from '../history/metrics.ts'
import { useZoom } from '../history/use-zoom.ts'
import { Head } from '../history/widget-header.tsx'
import { asShares, timesOf, valuesAt, withOneEnd } from './merge-lines.ts'
import { Reader } from './server-query.tsx'
import { type Readings, useReadings } from './use-lines.ts'

const none: Drawing['gaps'] = []

/** The lines of all servers on one time axis. */
function drawingOf(servers: readonly ServerName[], metric: ChartMetric, readings: Readings): Drawing | undefined {
  const known = servers.flatMap(({ id, name }) => {
    const line = readings.get(id)?.line
    return line ? [{ id, name, line }] : []
  })
  const [first] = known
  if (!first) return undefined
  const { span, gapAfter } = first.line
  const { isShare, lines } = asShares(
    withOneEnd(
      known.map(({ line }) => line),
      gapAfter,
    ),
  )
  const times = timesOf(lines)
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
  const { readings, tell } = useReadings(servers.map(({ id }) => id))
  const drawing = useMemo(() => readings && drawingOf(servers, metric, readings), [servers, metric, readings])
  const failed = servers.flatMap(({ id }) => (readings?.get(id)?.failure ? [readings.get(id)] : []))
  const title = t(`widget.label.metric.${metric}`)
  const retry = () => {
    for (const read of failed) read?.retry()
  }
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Head
        title={title}
        aside={[
          failed.length > 0 && drawing && t('widget.chart.unread', { count: failed.length }),
          missing > 0 && t('sdk:server.missing', { count: missing }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {servers.map(({ id }) => (
        <Reader key={id} id={id} metric={metric} reading={reading} tell={tell} />
      ))}
      <StoredChart
        label={t('widget.chart.ofServers', { title, count: servers.length })}
        drawing={drawing}
        failure={failed[0]?.failure}
        onRetry={retry}
        zooming={zooming}
      />
    </div>
  )
}
