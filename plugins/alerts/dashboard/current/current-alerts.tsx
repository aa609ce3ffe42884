import { Button, Card, EmptyState, PageLink, StaleNote, useFormat, useMe, useT } from '@svc/dashboard-sdk'
import { BellRing, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { rulesPage } from '../pages.ts'
import { maxEvents, type useEvents } from '../queries.ts'
import { EventTable } from './event-table.tsx'
import { SilencesCard } from './silences-card.tsx'

const maxResolved = 20

/** Active alerts, and below them the recently resolved ones. */
export function CurrentAlerts({ events }: { events: ReturnType<typeof useEvents> }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { isAdmin } = useMe()
  const { data, firing, resolved = [], error, refetch } = events
  const servers = new Set(firing?.map(({ server_id }) => server_id)).size
  const hasNoHistory = data?.length === 0
  const summary =
    firing &&
    firing.length > 0 &&
    t('current.summary', {
      alerts: t('current.count', { count: firing.length, number: format.number(firing.length) }),
      servers: t('current.onServers', { count: servers, number: format.number(servers) }),
    })
  return (
    <div className="flex flex-col gap-5">
      {data && <StaleNote error={error} onRetry={() => void refetch()} className="mb-0" />}
      <section>
        <p role="status" className="figures mb-2 min-h-4 px-1 text-faint text-xs">
          {summary}
          {firing?.length === maxEvents && ` · ${t('current.more')}`}
        </p>
        <Card flush>
          <EventTable
            caption={t('current.firing')}
            events={firing}
            error={error}
            onRetry={() => void refetch()}
            empty={
              <EmptyState
                icon={hasNoHistory ? BellRing : CircleCheck}
                title={t(hasNoHistory ? 'current.never' : 'current.calm')}
                description={t(hasNoHistory ? 'current.neverHint' : 'current.calmHint')}
                action={
                  hasNoHistory && (
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
      {isAdmin && <SilencesCard />}
      {resolved.length > 0 && (
        <Card flush title={t('current.resolved')}>
          <EventTable isResolved caption={t('current.resolved')} events={resolved.slice(0, maxResolved)} empty={null} />
        </Card>
      )}
    </div>
  )
}
