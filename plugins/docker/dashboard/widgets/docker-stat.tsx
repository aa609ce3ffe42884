import { cn, Sparkline, useFormat, useT } from '@svc/dashboard-sdk'
import { selectName, useServerValue, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { countStates } from '../list/filter-and-sort.ts'
import type { Row } from '../live/container-row.ts'
import { cpuOf, memoryOf, sumSamples, sumStats } from '../live/sums.ts'
import { DockerLink } from './docker-link.tsx'
import { WithDocker } from './with-docker.tsx'

const metrics = ['running', 'stopped', 'problems', 'cpu', 'memory'] as const
type Metric = (typeof metrics)[number]

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.docker.server'),
  metric: z.enum(metrics).default('running').describe('widget.docker-stat.metric'),
})

function useValue(metric: Metric, rows: readonly Row[]) {
  const format = useFormat()
  if (metric === 'cpu') return { value: format.percent(sumStats(rows).cpu), trend: sumSamples(rows, cpuOf), color: 1 }
  if (metric === 'memory') {
    return { value: format.bytes(sumStats(rows).memory), trend: sumSamples(rows, memoryOf), color: 3 }
  }
  const count = countStates(rows)[metric]
  return { value: format.number(count), isBad: metric === 'problems' && count > 0 }
}

function DockerStat(props: { serverId: string; rows: readonly Row[]; metric: Metric; isEditing: boolean }): ReactNode {
  const { serverId, rows, metric, isEditing } = props
  const t = useT()
  const name = useServerValue(serverId, selectName) ?? ''
  const { value, trend, color, isBad } = useValue(metric, rows)
  return (
    <div className="@container-[size] relative flex h-full min-h-6 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="caption truncate [@container(max-height:2.5rem)]:sr-only">
          {t(`widget.docker-stat.metric.${metric}`)}
        </p>
        <p className="-m-1 flex h-9 flex-wrap items-baseline gap-x-1.5 overflow-hidden whitespace-nowrap p-1 leading-7">
          <span className={cn('figures font-semibold text-xl tracking-tight', isBad && 'text-danger')}>{value}</span>
          <DockerLink serverId={serverId} isEditing={isEditing} className="truncate text-muted text-xs">
            {name}
          </DockerLink>
        </p>
      </div>
      {trend && (
        <Sparkline
          values={trend}
          color={color}
          className="ml-auto h-8 w-auto min-w-0 max-w-40 flex-1 @max-[9.5rem]:hidden"
        />
      )}
    </div>
  )
}

/** One value of all containers of a server. */
export default defineWidget({
  configSchema,
  component: ({ config: { server_id, metric }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing}>
      {({ id }) => (
        <WithDocker key={id} serverId={id}>
          {(rows) => <DockerStat serverId={id} rows={rows} metric={metric} isEditing={isEditing} />}
        </WithDocker>
      )}
    </WithServer>
  ),
})
