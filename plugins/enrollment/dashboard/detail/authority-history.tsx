import { Card, EmptyState, Table, useApi, useFormat, useLiveMessage, useT } from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'

/** How the server came to have the agent it has, newest first. */
export function AuthorityHistory({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const answer = useApi<readonly AuthorityEvent[]>('/api/agent-authority/events', {
    search: { server_id: serverId, limit: 50 },
    staleTime: 0,
  })
  useLiveMessage<{ server_id?: string }>('agent_authority_changed', ({ server_id }) => {
    if (server_id === serverId) void answer.refetch()
  })
  return (
    <Card title={t('history.title')} description={t('history.hint')} className="[&>div]:px-0 [&>div]:pb-1">
      <Table
        caption={t('history.title')}
        columns={[
          {
            id: 'what',
            header: t('history.what'),
            cell: (event) => t([`history.event.${event.transition}`, event.transition]),
          },
          {
            id: 'by',
            header: t('history.by'),
            className: 'max-md:hidden',
            cell: (event) => <span className="text-muted">{t(`history.actor.${event.actor_kind}`)}</span>,
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
        rows={answer.data}
        rowKey={(event) => event.id}
        failure={answer.error ?? undefined}
        onRetry={() => void answer.refetch()}
        empty={<EmptyState title={t('history.empty')} />}
      />
    </Card>
  )
}
