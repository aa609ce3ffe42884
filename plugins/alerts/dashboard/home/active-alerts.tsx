import { Button, Card, PageLink, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { EventTable } from '../current/event-table.tsx'
import { useEvents } from '../current/use-events.ts'
import { alertsPage } from '../pages.ts'

const maxShown = 5

/** The newest active alerts, on the home page; nothing while there are none. */
export default function ActiveAlerts(): ReactNode {
  const t = useT()
  const { firing = [] } = useEvents()
  if (firing.length === 0) return null
  return (
    <Card
      flush
      className="mb-5"
      title={t('home.alerts', { count: firing.length })}
      actions={
        <Button size="sm" asChild>
          <PageLink page={alertsPage}>{t('home.all')}</PageLink>
        </Button>
      }
    >
      <EventTable caption={t('current.firing')} events={firing.slice(0, maxShown)} empty={null} />
    </Card>
  )
}
