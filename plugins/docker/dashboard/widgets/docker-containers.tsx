import { Notice, Sparkline, sparklineValues, useFormat, useLanguage, useT } from '@svc/dashboard-sdk'
import { type ShownServer, selectName, useServerValue, WidgetHead, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { Container } from 'lucide-react'
import type { ReactNode } from 'react'
import { filterRows, sortRows } from '../list/filter-and-sort.ts'
import { shortImage } from '../list/image-name.ts'
import type { Row } from '../live/container-row.ts'
import { isRunning } from '../state/container-state.ts'
import { StateMark } from '../state/state-mark.tsx'
import { DockerLink } from './docker-link.tsx'
import { WithDocker } from './with-docker.tsx'

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.docker.server'),
  show: z.enum(['all', 'running', 'problems']).default('all').describe('widget.docker-containers.show'),
  sort: z.enum(['cpu', 'memory', 'name']).default('cpu').describe('widget.docker-containers.sort'),
  max_items: z.number().int().min(1).max(100).default(20).describe('widget.docker-containers.max'),
})

type Config = z.output<typeof configSchema>

function Containers(props: { server: ShownServer; rows: readonly Row[]; config: Config; isEditing: boolean }) {
  const { server, rows, config, isEditing } = props
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const name = useServerValue(server.id, selectName) ?? ''
  const { show, sort, max_items } = config
  const direction = sort === 'name' ? 'asc' : 'desc'
  const shown = sortRows(filterRows(rows, '', show), { by: sort, direction }, language).slice(0, max_items)
  const running = rows.filter(({ container }) => isRunning(container)).length
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead
        title={t('views.containers')}
        of={
          <DockerLink serverId={server.id} isEditing={isEditing}>
            {name}
          </DockerLink>
        }
        aside={
          <span className="figures">
            {t('summary.ofTotal', { running: format.number(running), total: format.number(rows.length) })}
          </span>
        }
      />
      {shown.length === 0 ? (
        <Notice icon={Container} title={t(show === 'problems' ? 'widget.docker-containers.well' : 'list.empty')} />
      ) : (
        <ul aria-label={t('views.containers')} className="-my-0.5">
          {shown.map((row) => (
            <Line key={row.id} row={row} serverId={server.id} isEditing={isEditing} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Line({ row, serverId, isEditing }: { row: Row; serverId: string; isEditing: boolean }): ReactNode {
  const format = useFormat()
  const { container, stats, samples } = row
  return (
    <li className="flex min-w-0 items-center gap-2.5 border-b py-1.5 last:border-b-0">
      <StateMark container={container} hideLabel />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">
          <DockerLink serverId={serverId} container={row.id} isEditing={isEditing}>
            {container.name}
          </DockerLink>
        </p>
        <p className="truncate text-muted text-xs @max-[16rem]:hidden">{shortImage(container.image)}</p>
      </div>
      {stats ? (
        <>
          <Sparkline
            values={sparklineValues(samples.map(({ cpu }) => cpu))}
            className="h-6 w-14 shrink-0 @max-[20rem]:hidden"
          />
          <p className="figures shrink-0 text-right text-sm">
            <span className="block font-medium">{format.percent(stats.cpu_percent)}</span>
            <span className="block text-muted text-xs">{format.bytes(stats.memory_usage)}</span>
          </p>
        </>
      ) : (
        <p className="shrink-0 truncate text-faint text-xs">{container.status}</p>
      )}
    </li>
  )
}

/** The containers of a server, the busiest first. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing}>
      {(server) => (
        <WithDocker key={server.id} serverId={server.id}>
          {(rows) => <Containers server={server} rows={rows} config={config} isEditing={isEditing} />}
        </WithDocker>
      )}
    </WithServer>
  ),
})
