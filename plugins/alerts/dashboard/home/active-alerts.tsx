import { Button, Card, PageLink, useApi, useT } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { EventTable } from '../current/event-table.tsx'
import { alertsPage } from '../pages.ts'
import { useAlertRefresh } from '../parts/use-alert-refresh.ts'
import { eventsPath, newestEvents } from '../paths.ts'
import { useActiveAlerts } from './use-active-alerts.ts'

/** The newest active alerts, on the home page; nothing while there are none. */
export default function ActiveAlerts(): ReactNode {
  const t = useT()
  const { count } = useActiveAlerts()
  const { data = [] } = useApi<readonly AlertEvent[]>(newestEvents.path, { search: newestEvents.search })
  useAlertRefresh(eventsPath)
  const firing = data.filter(({ status }) => status === 'firing')
  if (firing.length === 0) return null
  return (
    <Card
      flush
      title={t('home.alerts', { count: Math.max(count, firing.length) })}
      actions={
        <Button size="sm" asChild>
          <PageLink page={alertsPage}>{t('home.all')}</PageLink>
        </Button>
      }
    >
      <EventTable compact caption={t('current.firing')} events={firing} empty={null} />
    </Card>
  )
}
