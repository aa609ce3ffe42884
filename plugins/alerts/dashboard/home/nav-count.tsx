import { NavCount, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { useActiveAlerts } from './use-active-alerts.ts'

/** How many alerts are active, in the sidebar. */
export default function AlertNavCount(): ReactNode {
  const t = useT()
  const { count } = useActiveAlerts()
  return <NavCount count={count} label={t('home.alerts', { count })} tone="danger" />
}
