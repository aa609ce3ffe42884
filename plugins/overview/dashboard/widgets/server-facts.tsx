import {
  cn,
  Flag,
  Meter,
  PageLink,
  percentOf,
  ServerStateDot,
  shortOs,
  stateOf,
  useFormat,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import { OfflineNote } from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ServerStatus, useServer } from '@svc/widget-sdk'
import { ArrowDown, ArrowUp, Hourglass } from 'lucide-react'
import { memo, type ReactNode } from 'react'

/** Status, name and flag. */
function ServerName({ server }: { server: ServerStatus }): ReactNode {
  const { id, name } = server
  return (
    <div className="flex h-6 min-w-0 items-center gap-2">
      <ServerStateDot state={stateOf(server)} hideLabel />
      <PageLink
        page={serverPage}
        params={{ id }}
        data-row={id}
        data-tip={name}
        otherwise={<span className="min-w-0 truncate font-medium">{name}</span>}
        className="min-w-0 truncate rounded-xs font-medium outline-none after:absolute after:inset-0 after:rounded-md hover:text-accent focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {name}
      </PageLink>
      <Flag code={server.country_code} />
    </div>
  )
}

/** Operating system. */
const System = ({ server: { os }, className }: { server: ServerStatus; className?: string }): ReactNode => (
  <span className={cn('min-w-0 truncate text-faint text-xs', className)} data-tip={os ?? ''}>
    {shortOs(os)}
  </span>
)

/** Shown instead of metrics: offline since when, or no agent yet. */
function NoMetrics({ server, className }: { server: ServerStatus; className: string }): ReactNode {
  const t = useT()
  if (stateOf(server) === 'offline') return <OfflineNote serverId={server.id} className={className} />
  return (
    <p className={cn('flex min-w-0 items-center gap-1.5 text-muted text-xs', className)}>
      <Hourglass className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">{t('widget.server-cards.pending')}</span>
    </p>
  )
}

/** Inbound and outbound speed. */
function NetworkRates({ server, className }: { server: ServerStatus; className?: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <dl className={cn('figures grid gap-x-2 whitespace-nowrap text-xs', className)}>
      <div className="flex items-center gap-1">
        <dt>
          <ArrowDown aria-hidden className="size-3 text-chart-1" />
          <span className="sr-only">{t('usage.in')}</span>
        </dt>
        <dd>{format.rate(server.net_in_speed)}</dd>
      </div>
      <div className="flex items-center gap-1">
        <dt>
          <ArrowUp aria-hidden className="size-3 text-chart-2" />
          <span className="sr-only">{t('usage.out')}</span>
        </dt>
        <dd>{format.rate(server.net_out_speed)}</dd>
      </div>
    </dl>
  )
}

const usages = [
  ['cpu', ({ cpu }: ServerStatus) => cpu],
  ['memory', (server: ServerStatus) => percentOf(server.mem_used, server.mem_total)],
  ['disk', (server: ServerStatus) => percentOf(server.disk_used, server.disk_total)],
] as const

/** CPU, memory and disk usage as bars. */
function UsageMeters({ server, named }: { server: ServerStatus; named: boolean }): ReactNode {
  const t = useT()
  const limits = { cpu: useUsageLimits('cpu'), memory: useUsageLimits('memory'), disk: useUsageLimits('disk') }
  return usages.map(([id, of]) => (
    <div key={id} className="min-w-0">
      {named && (
        <p aria-hidden className="caption truncate">
          {t(`usage.${id}`)}
        </p>
      )}
      <Meter value={of(server)} limits={limits[id]} label={t(`usage.${id}`)} />
    </div>
  ))
}

/** List columns; those without room are hidden, except the name. */
export const columns =
  'grid items-center gap-x-3 grid-cols-[minmax(0,1fr)_repeat(3,2.75rem)] @md:gap-x-4 @md:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,4.5rem))] @2xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,6rem))_11.5rem]'

/** Hides the cells of hidden columns. */
export const hideOverflow = '@max-2xl:*:nth-[n+5]:hidden'

/** A list row. Only re-renders when its own server reports. */
export const ServerLine = memo(function ServerLine({ id }: { id: string }): ReactNode {
  const server = useServer(id)
  if (!server) return null
  const isOnline = server.online
  return (
    <li
      className={cn(
        columns,
        'relative h-10 rounded-sm border-b px-1 last:border-b-0 hover:bg-accent-soft/40',
        isOnline && hideOverflow,
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        <ServerName server={server} />
        <System server={server} className="ml-auto shrink-99 @max-xl:hidden" />
      </div>
      {isOnline ? (
        <>
          <UsageMeters server={server} named={false} />
          <NetworkRates server={server} className="grid-cols-2" />
        </>
      ) : (
        <NoMetrics server={server} className="col-span-3 @2xl:col-span-4" />
      )}
    </li>
  )
})

/** A server card. Only re-renders when its own server reports. */
export const ServerCard = memo(function ServerCard({ id }: { id: string }): ReactNode {
  const server = useServer(id)
  if (!server) return null
  const isOnline = server.online
  return (
    <li className="relative flex h-34 min-w-0 flex-col rounded-md bg-sunken/50 p-3 ring-1 ring-line ring-inset hover:ring-line-strong">
      <ServerName server={server} />
      <System server={server} className="h-4.5 pl-4.5" />
      {isOnline ? (
        <>
          <div className="mt-1.5 grid grid-cols-3 gap-3">
            <UsageMeters server={server} named />
          </div>
          <NetworkRates server={server} className="mt-auto grid-cols-2" />
        </>
      ) : (
        <NoMetrics server={server} className="my-auto" />
      )}
    </li>
  )
})
