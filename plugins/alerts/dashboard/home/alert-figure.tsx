import { HomeFigure, useFormat, useLive, useT } from '@svc/dashboard-sdk'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertsPage } from '../pages.ts'
import { useActiveAlerts } from './use-active-alerts.ts'

/** How many alerts are active, at the top of the home page. */
export default function AlertFigure(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { loaded } = useLive()
  const { count, servers } = useActiveAlerts()
  return (
    <HomeFigure
      icon={BellRing}
      label={t('home.active')}
      value={loaded ? format.number(count) : undefined}
      tone={count > 0 ? 'danger' : 'ok'}
      detail={count > 0 ? t('current.onServers', { count: servers, number: format.number(servers) }) : t('home.none')}
      page={alertsPage}
    />
  )
}
