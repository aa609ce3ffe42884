import { Button, Card, PageLink, useApi, useT } from '@svc/dashboard-sdk'
import type { ServiceMonitor } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { monitorsPage } from '../pages.ts'
import { monitorsPath } from '../paths.ts'
import { stateOf } from '../state/monitor-state.ts'
import { useMonitorChanges } from '../use-monitor-changes.ts'
import { StatusList } from '../widgets/status-list.tsx'

/** Service monitors that fail, on the home page; nothing while all is well. */
export default function FailingMonitors(): ReactNode {
  const t = useT()
  const { data = [], refetch } = useApi<readonly ServiceMonitor[]>(monitorsPath)
  useMonitorChanges(() => void refetch())
  const failing = data.filter((monitor) => ['down', 'failing'].includes(stateOf(monitor)))
  if (failing.length === 0) return null
  return (
    <Card
      className="mb-5"
      title={t('home.failing', { count: failing.length })}
      actions={
        <Button size="sm" asChild>
          <PageLink page={monitorsPage}>{t('home.all')}</PageLink>
        </Button>
      }
    >
      <StatusList monitors={failing} isEditing={false} />
    </Card>
  )
}
