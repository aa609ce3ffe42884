import { type AbsoluteRange, type ChartSeries, useFormat, useT } from '@svc/dashboard-sdk'
import { type ShownServer, useServerValue, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, type ServerStatus, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { buildCharts } from '../chart-model.ts'
import { type Drawing, ServerHistory } from './history/history-chart.tsx'
import { chartHours, chartMetrics, columnsOf } from './history/metrics.ts'
import { useWidgetHistory, useZoom } from './history/use-widget-history.ts'

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.label.server'),
  metric: z.enum(chartMetrics).default('cpu').describe('widget.label.metric'),
  hours: z.enum(chartHours).default(24).describe('widget.label.hours'),
})

type Config = z.output<typeof configSchema>

const memory = ({ mem_total }: ServerStatus) => mem_total
const disk = ({ disk_total }: ServerStatus) => disk_total

interface Props {
  readonly config: Config
  readonly server: ShownServer
  readonly isEditing: boolean
}

function LineChart({ config: { metric, hours }, server, isEditing }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const mem_total = useServerValue(server.id, memory) ?? 0
  const disk_total = useServerValue(server.id, disk) ?? 0
  const columns = columnsOf(metric)
  const { query, zooming } = useZoom(hours, isEditing)
  const { stored, error, retry } = useWidgetHistory(server.id, { columns, query })
  const title = t(`widget.label.metric.${metric}`)
  const model = useMemo(
    () => stored && buildCharts(stored.frame, { columns, totals: { mem_total, disk_total, swap_total: 0 } })[0],
    [stored, columns, mem_total, disk_total],
  )
  const drawing = useMemo((): Drawing | undefined => {
    if (!stored) return undefined
    const { span, frame, gapAfter, gaps } = stored
    const series = model?.lines.map((line): ChartSeries => ({ ...line, label: title })) ?? []
    return { span, gapAfter, gaps, times: frame.times, unit: model?.unit ?? 'number', series }
  }, [stored, model, title])
  const figures = useMemo(
    () => drawing && meanAndMax(drawing.times, drawing.series[0]?.values, drawing.span),
    [drawing],
  )
  return (
    <ServerHistory
      title={title}
      server={server}
      hours={hours}
      isEditing={isEditing}
      aside={
        figures && (
          <span className="figures">
            {t('widget.chart.meanAndMax', {
              mean: format.value(figures.mean, drawing?.unit ?? 'number'),
              max: format.value(figures.max, drawing?.unit ?? 'number'),
            })}
          </span>
        )
      }
      drawing={drawing}
      error={error}
      onRetry={retry}
      zooming={zooming}
    />
  )
}

/** One metric of a server over time. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // remount so that data of another server, metric or range is never shown
        <LineChart
          key={`${server.id} ${config.metric} ${config.hours}`}
          config={config}
          server={server}
          isEditing={isEditing}
        />
      )}
    </WithServer>
  ),
})

/** Mean and maximum within `span`; undefined without values. */
export function meanAndMax(
  times: readonly number[],
  values: ChartSeries['values'] = [],
  { from, to }: AbsoluteRange,
): { readonly mean: number; readonly max: number } | undefined {
  let sum = 0
  let count = 0
  let max = Number.NEGATIVE_INFINITY
  for (const [at, value] of values.entries()) {
    const time = times[at] ?? Number.NaN
    if (value === null || value === undefined || !(time >= from && time <= to)) continue
    sum += value
    count++
    if (value > max) max = value
  }
  return count > 0 ? { mean: sum / count, max } : undefined
}
