import {
  Badge,
  Button,
  Card,
  EmptyState,
  Table,
  useApi,
  useFormat,
  useLiveMessage,
  useMe,
  useT,
} from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useState } from 'react'

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

/** How many events to fetch; the last is the server's maximum. */
const limits = [20, 100, 500] as const

/** The enrollment events of a server, newest first. */
export function AuthorityHistory({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [step, setStep] = useState(0)
  const limit = limits[step] ?? limits[0]
  const query = useApi<readonly AuthorityEvent[]>('/api/agent-authority/events', {
    search: { server_id: serverId, limit },
    staleTime: 0,
    keepPrevious: true,
  })
  useLiveMessage<{ server_id?: string }>('agent_authority_changed', ({ server_id }) => {
    if (server_id === serverId) void query.refetch()
  })
  // Events during a disconnect have been missed.
  useLiveMessage('full_sync', () => void query.refetch())
  const hasMore = query.data !== undefined && query.data.length >= limit
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
        rows={query.data}
        rowKey={(event) => event.id}
        error={query.error ?? undefined}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={t('history.empty')} />}
      />
      {hasMore && (
        <div className="border-t px-5 py-3 text-center">
          {step < limits.length - 1 ? (
            <Button size="sm" busy={query.isPlaceholderData} onClick={() => setStep(step + 1)}>
              {t('history.more')}
            </Button>
          ) : (
            <p className="text-faint text-xs">{t('history.end', { count: limit })}</p>
          )}
        </div>
      )}
    </Card>
  )
}
