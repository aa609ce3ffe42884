import { useT } from '@svc/dashboard-sdk'
import { OfflineNote, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, useMetric, z } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { Dial } from './gauge/dial.tsx'

const paths = { cpu: 'cpu', memory: 'mem_percent', swap: 'swap_percent', disk: 'disk_percent' } as const

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.label.server'),
  metric: z.enum(['cpu', 'memory', 'swap', 'disk']).default('cpu').describe('widget.label.metric'),
  label: z.string().max(60).optional().describe('widget.label.text'),
  max: z.number().min(1).max(100).default(100).describe('widget.gauge.max'),
})

type Config = z.output<typeof configSchema>

function Gauge({ config, id, isOnline }: { config: Config; id: string; isOnline: boolean }): ReactNode {
  const t = useT()
  const percent = useMetric(id, paths[config.metric])
  const name = useMetric(id, 'name')
  const label = config.label || t(`widget.label.metric.${config.metric}`)
  return (
    <div className="@container-[size] flex h-full flex-col items-center justify-center text-center">
      <Dial percent={percent} max={config.max} label={label} name={name ?? ''} isStale={!isOnline} />
      <p className="max-w-full truncate font-medium text-[clamp(0.75rem,6cqmin,1rem)] leading-tight">{label}</p>
      <p className="max-w-full truncate text-[clamp(0.6875rem,5cqmin,0.875rem)] text-muted leading-tight">{name}</p>
      {!isOnline && <OfflineNote serverId={id} className="max-w-full leading-tight" />}
    </div>
  )
}

/** A percentage of one server as a gauge. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing}>
      {(server) => <Gauge config={config} {...server} />}
    </WithServer>
  ),
})
