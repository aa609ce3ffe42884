import {
  Badge,
  Card,
  EmptyState,
  LoadMore,
  Table,
  useApi,
  useCatchUp,
  useFormat,
  useLiveMessage,
  useMe,
  usePages,
  useT,
} from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'

/** Who made a change. Admins see the names of other users, as long as they exist. */
function EventActor({ event }: { event: AuthorityEvent }): ReactNode {
  const t = useT()
  const { userId: id, username, isAdmin } = useMe()
  const { actor_kind: kind, actor_id: actor, request_source: source } = event
  const isOtherUser = kind === 'user' && actor !== null && actor !== id && isAdmin
  const { data } = useApi<{ username: string }>(`/api/users/${encodeURIComponent(actor ?? '')}`, {
    enabled: isOtherUser,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (source.startsWith('command:')) return t('history.actor.command')
  if (kind !== 'user') return t(`history.actor.${kind}`)
  return (actor === id ? username : data?.username) ?? t('history.actor.user')
}

/** The enrollment events of a server, newest first. */
export function AuthorityHistory({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { items, error, refetch, pages } = usePages<AuthorityEvent>('/api/agent-authority/events', {
    search: { server_id: serverId, limit: 20 },
    staleTime: 0,
  })
  useLiveMessage<{ server_id?: string }>('agent_authority_changed', ({ server_id }) => {
    if (server_id === serverId) void refetch()
  })
  // Events during a disconnect have been missed.
  useCatchUp(() => void refetch())
  return (
    <Card title={t('history.title')} description={t('history.hint')} className="[&>div]:px-0 [&>div]:pb-1">
      <Table
        caption={t('history.title')}
        columns={[
          {
            id: 'what',
            header: t('history.what'),
            cell: (event) => (
              <>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {t([`history.event.${event.transition}`, event.transition])}
                  {event.mode === 'emergency' && <Badge tone="danger">{t('reenroll.mode.emergency')}</Badge>}
                </span>
                <span className="text-muted text-xs md:hidden">
                  <EventActor event={event} />
                </span>
              </>
            ),
          },
          {
            id: 'by',
            header: t('history.by'),
            className: 'max-md:hidden',
            cell: (event) => (
              <span className="text-muted">
                <EventActor event={event} />
              </span>
            ),
          },
          {
            id: 'when',
            header: t('history.when'),
            align: 'right',
            cell: (event) => (
              <time dateTime={event.created_at} className="text-muted md:whitespace-nowrap">
                {format.dateTime(event.created_at)}
              </time>
            ),
          },
        ]}
        rows={items}
        rowKey={(event) => event.id}
        error={error ?? undefined}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('history.empty')} />}
      />
      <LoadMore pages={pages} />
    </Card>
  )
}
