import { Badge, Button, Card, EmptyState, Table, useApi, useFormat, useLiveMessage, useT } from '@svc/dashboard-sdk'
import type { AuthorityEvent } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useState } from 'react'
import { EventActor } from './event-actor.tsx'

/** How many events are read; the last is the most the server gives. */
const limits = [20, 100, 500] as const

/** How the server came to have the agent it has, newest first. */
export function AuthorityHistory({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [step, setStep] = useState(0)
  const limit = limits[step] ?? limits[0]
  const answer = useApi<readonly AuthorityEvent[]>('/api/agent-authority/events', {
    search: { server_id: serverId, limit },
    staleTime: 0,
    keepPrevious: true,
  })
  useLiveMessage<{ server_id?: string }>('agent_authority_changed', ({ server_id }) => {
    if (server_id === serverId) void answer.refetch()
  })
  // what happened while the connection was away was told to nobody here
  useLiveMessage('full_sync', () => void answer.refetch())
  const full = answer.data !== undefined && answer.data.length >= limit
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
        rows={answer.data}
        rowKey={(event) => event.id}
        failure={answer.error ?? undefined}
        onRetry={() => void answer.refetch()}
        empty={<EmptyState title={t('history.empty')} />}
      />
      {full && (
        <div className="border-t px-5 py-3 text-center">
          {step < limits.length - 1 ? (
            <Button size="sm" busy={answer.isPlaceholderData} onClick={() => setStep(step + 1)}>
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
