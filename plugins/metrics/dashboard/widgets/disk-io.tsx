import { type ChartSeries, useT } from '@svc/dashboard-sdk'
import { type ShownServer, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { diskColumns, diskLines } from './disk-lines.ts'
import { type Drawing, ServerHistory } from './history/history-chart.tsx'
import { chartHours } from './history/metrics.ts'
import { useWidgetHistory, useZoom } from './history/use-widget-history.ts'

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.label.server'),
  hours: z.enum(chartHours).default(24).describe('widget.label.hours'),
  lines: z.enum(['total', 'devices']).default('total').describe('widget.disk-io.lines'),
})

type Config = z.output<typeof configSchema>

interface Props {
  readonly config: Config
  readonly server: ShownServer
  readonly isEditing: boolean
}

function DiskIo({ config: { hours, lines: wanted }, server, isEditing }: Props): ReactNode {
  const t = useT()
  const { query, zooming } = useZoom(hours, isEditing)
  const { stored, error, retry } = useWidgetHistory(server.id, { columns: diskColumns, query })
  const model = useMemo(() => stored && diskLines(stored.frame, wanted === 'devices'), [stored, wanted])
  const drawing = useMemo((): Drawing | undefined => {
    if (!stored || !model) return undefined
    const { span, frame, gapAfter, gaps } = stored
    const series = model.lines.map(({ id: line, name: kind, device, values, color }): ChartSeries => {
      const label = t(`line.${kind}`)
      return { id: line, label: device ? `${device} · ${label}` : label, values, color, fill: false }
    })
    return { span, gapAfter, gaps, times: series.length > 0 ? frame.times : [], unit: 'rate', series }
  }, [stored, model, t])
  const shown = new Set(model?.lines.flatMap(({ device }) => device ?? [])).size
  return (
    <ServerHistory
      title={t('widget.label.metric.disk_io')}
      server={server}
      hours={hours}
      isEditing={isEditing}
      aside={model && shown > 0 && shown < model.devices && t('devices.busiest', { shown, count: model.devices })}
      drawing={drawing}
      error={error}
      onRetry={retry}
      zooming={zooming}
    />
  )
}

/** Disk reads and writes of a server. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // remount so that data of another server or range is never shown
        <DiskIo key={`${server.id} ${config.hours}`} config={config} server={server} isEditing={isEditing} />
      )}
    </WithServer>
  ),
})
