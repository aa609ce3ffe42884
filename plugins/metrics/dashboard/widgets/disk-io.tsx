import { type ChartSeries, serverNow, useT } from '@svc/dashboard-sdk'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo, useState } from 'react'
import { type Span, zoomSpan } from '../range.js'
import { useOwnReading } from '../use-reading.js'
import { diskColumns, diskLines } from './disk-io/disk-lines.js'
import { Head } from './history/head.js'
import { chartHours } from './history/metrics.js'
import { type Drawing, StoredChart } from './history/stored-chart.js'
import { useStored } from './history/use-stored.js'
import { nameOf } from './server/name-of.js'
import { OfServer } from './server/of-server.js'
import { OfflineNote } from './server/offline-note.js'
import { useFigure } from './server/use-figure.js'

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.label.server'),
  hours: z.enum(chartHours).default(24).describe('widget.label.hours'),
  lines: z.enum(['total', 'devices']).default('total').describe('widget.disk-io.lines'),
})

type Config = z.output<typeof configSchema>

interface Props {
  readonly config: Config
  readonly id: string
  readonly isOnline: boolean
  readonly isEditing: boolean
}

function DiskIo({ config, id, isOnline, isEditing }: Props): ReactNode {
  const { hours, lines: wanted } = config
  const t = useT()
  const name = useFigure(id, nameOf) ?? ''
  const [zoom, setZoom] = useState<Span>()
  const rolling = useMemo(() => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  const { stored, failure, retry } = useStored(id, { columns: diskColumns, reading: useOwnReading(zoom ?? rolling) })
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
  const title = t('widget.label.metric.disk_io')
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Head
        title={title}
        server={{ id, name, range: `${hours}h` }}
        isEditing={isEditing}
        aside={model && shown > 0 && shown < model.devices && t('devices.busiest', { shown, count: model.devices })}
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

/** What the disks of a server read and wrote. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <OfServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // what was read of another server or time must not be shown as this one's
        <DiskIo key={`${server.id} ${config.hours}`} config={config} isEditing={isEditing} {...server} />
      )}
    </OfServer>
  ),
})
