import { Notice, PageLink, RelativeTime, Skeleton, useT } from '@svc/dashboard-sdk'
import { QueryError, StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { defineWidget, useApiQuery, z } from '@svc/widget-sdk'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertsPage } from '../pages.ts'
import { AlertMark } from '../parts/alert-mark.tsx'
import { ServerLink } from '../parts/server-link.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { useAlertChanges } from '../parts/use-alert-refresh.ts'
import { eventsPath } from '../paths.ts'

/** At most `max` events of the given servers, or of all servers if none are given. */
export function listedEvents(
  events: readonly AlertEvent[],
  serverIds: readonly string[],
  max: number,
): readonly AlertEvent[] {
  const selected = new Set(serverIds)
  return events.filter(({ server_id }) => selected.size === 0 || selected.has(server_id)).slice(0, max)
}

/** Limited by the size of a widget configuration. */
const maxServers = 400
/** Limit of the API. Several servers are filtered in the browser. */
const maxEvents = 500

const configSchema = z.object({
  server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.alert-list.servers'),
  max_items: z.number().int().min(1).max(50).default(10).describe('widget.alert-list.max'),
})

type Config = z.output<typeof configSchema>

function AlertList({ config, isEditing }: { config: Config; isEditing: boolean }): ReactNode {
  const t = useT()
  const { server_ids, max_items } = config
  const params =
    server_ids.length === 0
      ? { limit: max_items }
      : server_ids.length === 1
        ? { limit: max_items, server_id: server_ids[0] }
        : { limit: maxEvents }
  const { data, error, refetch } = useApiQuery<readonly AlertEvent[]>(eventsPath, { params, refetchSeconds: 60 })
  useAlertChanges(refetch)
  if (!data) {
    if (!error) return <Skeleton className="h-full min-h-20 w-full" />
    return <QueryError error={error} onRetry={refetch} />
  }
  const events = listedEvents(data, server_ids, max_items)
  const stale = error && <StaleQueryNote error={error} onRetry={refetch} />
  if (events.length === 0) {
    return (
      <>
        {stale}
        <Notice icon={CircleCheck} title={t('widget.alert-list.empty')} detail={t('widget.alert-list.emptyHint')} />
      </>
    )
  }
  return (
    <>
      {stale}
      <ul className="-my-1">
        {events.map((event) => (
          <Line key={event.alert_key} event={event} isEditing={isEditing} />
        ))}
      </ul>
    </>
  )
}

function Line({ event, isEditing }: { event: AlertEvent; isEditing: boolean }) {
  const { rule_id, rule_name, server_id, server_name, status, event_at } = event
  const nameClass = 'block truncate font-medium text-sm'
  return (
    <li className="flex items-start gap-2.5 border-b py-2 last:border-b-0">
      <AlertMark status={status} hideLabel />
      <div className="min-w-0 flex-1">
        {isEditing ? (
          <span className={nameClass}>{rule_name}</span>
        ) : (
          <PageLink
            page={alertsPage}
            search={{ view: 'history', server: server_id, rule: rule_id, span: 'all' }}
            className={`${nameClass} rounded-xs underline-offset-2 hover:underline`}
          >
            {rule_name}
          </PageLink>
        )}
        <p className="truncate text-muted text-xs">
          {isEditing ? (
            server_name
          ) : (
            <ServerLink id={server_id} name={server_name} className="font-normal text-muted" />
          )}
        </p>
      </div>
      <p className="flex shrink-0 flex-col items-end gap-0.5 text-faint text-xs leading-5">
        <RelativeTime at={event_at} />
        <SilencedBadge alert={event} />
      </p>
    </li>
  )
}

/** The newest alerts, firing ones first. */
export default defineWidget({ configSchema, component: AlertList })
