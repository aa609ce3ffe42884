import { Button, Card, EmptyState, PageLink, StaleNote, useFormat, useT } from '@svc/dashboard-sdk'
import { BellRing, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { rulesPage } from '../pages.ts'
import { EventTable } from './event-table.tsx'
import { mostEvents, type useEvents } from './use-events.ts'

const mostResolved = 20

/** What fires, and below it what was resolved last. */
export function CurrentAlerts({ events }: { events: ReturnType<typeof useEvents> }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, firing, resolved = [], error, refetch } = events
  const servers = new Set(firing?.map(({ server_id }) => server_id)).size
  const isNew = data?.length === 0
  return (
    <div className="flex flex-col gap-5">
      {data && <StaleNote failure={error} onRetry={() => void refetch()} className="mb-0" />}
      <section>
        <p role="status" className="figures mb-2 min-h-4 px-1 text-faint text-xs">
          {firing &&
            firing.length > 0 &&
            [
              t('current.count', { count: firing.length, number: format.number(firing.length) }),
              t('current.onServers', { count: servers, number: format.number(servers) }),
              ...(firing.length === mostEvents ? [t('current.more')] : []),
            ].join(' · ')}
        </p>
        <Card flush>
          <EventTable
            caption={t('current.firing')}
            events={firing}
            failure={error}
            onRetry={() => void refetch()}
            empty={
              <EmptyState
                icon={isNew ? BellRing : CircleCheck}
                title={t(isNew ? 'current.never' : 'current.calm')}
                description={t(isNew ? 'current.neverHint' : 'current.calmHint')}
                action={
                  isNew && (
                    <Button asChild variant="primary">
                      <PageLink page={rulesPage}>{t('current.makeRules')}</PageLink>
                    </Button>
                  )
                }
              />
            }
          />
        </Card>
      </section>
      {resolved.length > 0 && (
        <Card flush title={t('current.resolved')}>
          <EventTable isOver caption={t('current.resolved')} events={resolved.slice(0, mostResolved)} empty={null} />
        </Card>
      )}
    </div>
  )
}
