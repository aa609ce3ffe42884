import { type ChartSeries, type Unit, useT } from '@svc/dashboard-sdk'
import { type ServerName, WithServers } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { type Drawing, HistoryChart, WidgetHeader } from './history/history-chart.tsx'
import { type ChartMetric, chartHours, chartMetrics, columnsOf } from './history/metrics.ts'
import { useZoom } from './history/use-widget-history.ts'
import { alignEnds, asShares, mergeTimes, valuesAt } from './multi-line/merge-lines.ts'
import { ServerQuery } from './multi-line/server-query.tsx'
import { type ServerResults, useServerResults } from './multi-line/use-server-results.ts'

/** Maximum number of distinguishable lines. */
const maxServers = 12

/** One metric of several servers over time. */
export default defineWidget({
  configSchema: z.object({
    server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.label.servers'),
    metric: z.enum(chartMetrics).default('cpu').describe('widget.label.metric'),
    hours: z.enum(chartHours).default(24).describe('widget.label.hours'),
  }),
  component: ({ config: { server_ids, metric, hours }, isEditing }) => (
    <WithServers ids={server_ids} isEditing={isEditing}>
      {(servers) => (
        <MultiLine
          key={`${metric} ${hours}`}
          servers={servers}
          missing={server_ids.length - servers.length}
          metric={metric}
          hours={hours}
          isEditing={isEditing}
        />
      )}
    </WithServers>
  ),
})

const none: Drawing['gaps'] = []

/** The lines of all servers on one time axis. */
function drawingOf(servers: readonly ServerName[], metric: ChartMetric, results: ServerResults): Drawing | undefined {
  const loaded = servers.flatMap(({ id, name }) => {
    const line = results.get(id)?.line
    return line ? [{ id, name, line }] : []
  })
  const [first] = loaded
  if (!first) return undefined
  const { span, gapAfter } = first.line
  const { isShare, lines } = asShares(
    alignEnds(
      loaded.map(({ line }) => line),
      gapAfter,
    ),
  )
  const times = mergeTimes(lines)
  const series = loaded.map(({ id, name }, index): ChartSeries => {
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
  const { query, zooming } = useZoom(hours, isEditing)
  const { results, onResult } = useServerResults(servers.map(({ id }) => id))
  const drawing = useMemo(() => results && drawingOf(servers, metric, results), [servers, metric, results])
  const failed = servers.flatMap(({ id }) => (results?.get(id)?.error ? [results.get(id)] : []))
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
        <ServerQuery key={id} id={id} metric={metric} query={query} onResult={onResult} />
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
