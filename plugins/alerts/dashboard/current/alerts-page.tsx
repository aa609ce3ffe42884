import { EmptyState, PageHeader, Tabs, usePageSearch, useT } from '@svc/dashboard-sdk'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertsPage } from '../pages.ts'
import { useEvents } from '../queries.ts'
import { type AlertsSearch, views } from './alerts-search.ts'
import { CurrentAlerts } from './current-alerts.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'

/** Active alerts and alert history. */
export default function AlertsPage(): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(alertsPage)
  const events = useEvents()
  const contents: Record<AlertsSearch['view'], ReactNode> = {
    now: <CurrentAlerts events={events} />,
    history: (
      <>
        <HistoryFilters search={search} onSearch={setSearch} events={events.data ?? []} />
        <HistoryList
          filter={search}
          empty={<EmptyState icon={SearchX} title={t('current.noHistory')} description={t('current.noHistoryHint')} />}
        />
      </>
    ),
  }
  return (
    <>
      <PageHeader title={t('current.title')} description={t('current.lead')} />
      <Tabs
        label={t('current.views')}
        value={search.view}
        onChange={(view) => setSearch({ view }, { push: true })}
        tabs={views.map((view) => ({ value: view, label: t(`current.view.${view}`), content: contents[view] }))}
      />
    </>
  )
}
