import { type ChartSeries, serverNow, useFormat, useT } from '@svc/dashboard-sdk'
import { defineWidget, type ServerStatus, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo, useState } from 'react'
import { chartsOf } from '../chart-model.js'
import { type Span, zoomSpan } from '../range.js'
import { useOwnReading } from '../use-reading.js'
import { figuresOf } from './history/figures.js'
import { Head } from './history/head.js'
import { chartHours, chartMetrics, columnsOf } from './history/metrics.js'
import { type Drawing, StoredChart } from './history/stored-chart.js'
import { useStored } from './history/use-stored.js'
import { nameOf } from './server/name-of.js'
import { OfServer } from './server/of-server.js'
import { OfflineNote } from './server/offline-note.js'
import { useFigure } from './server/use-figure.js'

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
  readonly id: string
  readonly isOnline: boolean
  readonly isEditing: boolean
}

function LineChart({ config: { metric, hours }, id, isOnline, isEditing }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const name = useFigure(id, nameOf) ?? ''
  const mem_total = useFigure(id, memory) ?? 0
  const disk_total = useFigure(id, disk) ?? 0
  const [zoom, setZoom] = useState<Span>()
  const rolling = useMemo(() => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  const columns = columnsOf(metric)
  const { stored, failure, retry } = useStored(id, { columns, reading: useOwnReading(zoom ?? rolling) })
  const title = t(`widget.label.metric.${metric}`)
  const model = useMemo(
    () => stored && chartsOf(stored.frame, { columns, totals: { mem_total, disk_total, swap_total: 0 } })[0],
    [stored, columns, mem_total, disk_total],
  )
  const drawing = useMemo((): Drawing | undefined => {
    if (!stored) return undefined
    const { span, frame, gapAfter, gaps } = stored
    const series = model?.lines.map((line): ChartSeries => ({ ...line, label: title })) ?? []
    return { span, gapAfter, gaps, times: frame.times, unit: model?.unit ?? 'number', series }
  }, [stored, model, title])
  const figures = useMemo(() => drawing && figuresOf(drawing.times, drawing.series[0]?.values, drawing.span), [drawing])
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Head
        title={title}
        server={{ id, name, range: `${hours}h` }}
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
      />
      {!isOnline && <OfflineNote serverId={id} className="mb-1" />}
      <StoredChart
        label={`${title}, ${name}`}
        drawing={drawing}
        failure={failure}
        onRetry={retry}
        {...(isEditing ? {} : { onZoom: (from, to) => setZoom(zoomSpan(from, to, serverNow() / 1000)) })}
        onZoomOut={zoom && (() => setZoom(undefined))}
      />
    </div>
  )
}

/** The history of one figure of a server. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <OfServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // what was read of another server, metric or time must not be shown as this one's
        <LineChart
          key={`${server.id} ${config.metric} ${config.hours}`}
          config={config}
          isEditing={isEditing}
          {...server}
        />
      )}
    </OfServer>
  ),
})
