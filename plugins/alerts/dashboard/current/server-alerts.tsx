import { Card, EmptyState, useMe, useT } from '@svc/dashboard-sdk'
import { CircleCheck, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { DependenciesCard } from '../dependencies/dependencies-card.tsx'
import { useEvents } from '../queries.ts'
import { EventTable } from './event-table.tsx'
import { HistoryList } from './history-list.tsx'

/** Active alerts of one server, and its history of the last 30 days. */
export default function ServerAlerts({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const { role } = useMe()
  const { firing, error, refetch } = useEvents(serverId)
  return (
    <div className="flex flex-col gap-5">
      <Card flush title={t('current.firing')}>
        <EventTable
          hideServer
          caption={t('current.firing')}
          events={firing}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={CircleCheck} title={t('current.calm')} description={t('current.calmHint')} />}
        />
      </Card>
      {role === 'admin' && <DependenciesCard serverId={serverId} />}
      <section>
        <h2 className="mb-2 px-1 font-semibold">{t('current.lastMonth')}</h2>
        <HistoryList
          hideServer
          filter={{ server: serverId, rule: undefined, span: 'month' }}
          empty={<EmptyState icon={History} title={t('current.noHistory')} description={t('current.quietMonth')} />}
        />
      </section>
    </div>
  )
}
