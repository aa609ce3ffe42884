import { Skeleton, StatusDot, UptimeBar, type UptimeDay, uptimeShare, useFormat, useT } from '@svc/dashboard-sdk'
import {
  MissingServers,
  QueryError,
  type ServerName,
  StaleQueryNote,
  useServerState,
  WithServers,
} from '@svc/dashboard-sdk/widgets'
import { defineWidget, useApiQuery, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo } from 'react'
import { ServerLink } from '../server-table.tsx'
import { sumUptime } from './sum-uptime.ts'

/** Each server is a separate request. */
const maxServers = 40

const days = { d30: 30, d60: 60, d90: 90 } as const

const configSchema = z.object({
  server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.label.servers'),
  days: z.enum(days).default(90).describe('widget.uptime-timeline.days'),
})

/** The uptime of several servers by day. */
export default defineWidget({
  configSchema,
  component: ({ config: { server_ids, days }, isEditing }) => (
    <WithServers ids={server_ids} isEditing={isEditing}>
      {(servers) => (
        <div className="@container">
          <ul className="flex flex-col gap-3">
            {servers.map((server) => (
              <UptimeRow key={server.id} server={server} days={days} />
            ))}
          </ul>
          <MissingServers count={server_ids.length - servers.length} />
        </div>
      )}
    </WithServers>
  ),
})

/** Seconds */
const refetchSeconds = 300

/** The uptime of a server: its share of all days, and a cell for each day. */
export function UptimeRow({ server, days }: { server: ServerName; days: number }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { id, name } = server
  const isOffline = useServerState(id) !== 'online'
  const query = useApiQuery<readonly UptimeDay[]>(`/api/servers/${encodeURIComponent(id)}/uptime-daily`, {
    params: { days },
    refetchSeconds,
  })
  const all = useMemo(() => query.data && sumUptime(query.data), [query.data])
  const share = all && uptimeShare(all)
  /** of the days that are known; those before it count as nothing */
  const first = query.data?.findIndex(({ total_minutes }) => total_minutes > 0)
  return (
    <li className="min-w-0">
      <div className="mb-1 flex min-w-0 items-baseline gap-2 text-sm">
        <ServerLink id={id} name={name} />
        {isOffline && <StatusDot tone="danger" label={t('sdk:server.offline')} className="text-muted text-xs" />}
        <span className="ml-auto flex shrink-0 items-baseline gap-2">
          {all && all.incidents > 0 && (
            <span className="figures text-faint text-xs @max-[26rem]:hidden">
              {t('widget.uptime-timeline.outages', { count: all.incidents })}
            </span>
          )}
          {first !== undefined && first > 0 && (
            <span className="figures text-faint text-xs">
              {t('uptime.since', { date: format.date(`${query.data?.[first]?.date}T00:00:00`) })}
            </span>
          )}
          <span className="figures font-medium">
            {share === undefined ? query.data && t('widget.uptime-timeline.unknown') : format.percent(share, 2)}
          </span>
        </span>
      </div>
      {query.data ? (
        <>
          {query.error && <StaleQueryNote error={query.error} onRetry={query.refetch} />}
          <UptimeBar label={t('widget.uptime-timeline.of', { name })} days={query.data} length={days} />
        </>
      ) : query.error ? (
        <QueryError error={query.error} onRetry={query.refetch} />
      ) : (
        <Skeleton className="h-8 w-full" />
      )}
    </li>
  )
}
