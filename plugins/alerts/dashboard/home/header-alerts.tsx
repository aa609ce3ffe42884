import { PageLink, useFormat, useT } from '@svc/dashboard-sdk'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { alertsPage } from '../pages.ts'
import { useActiveAlerts } from './use-active-alerts.ts'

/** A link to the active alerts, above every page; nothing while there are none. */
export default function HeaderAlerts(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { count } = useActiveAlerts()
  if (count === 0) return null
  return (
    <PageLink
      page={alertsPage}
      aria-label={t('home.alerts', { count })}
      className="figures flex h-8.5 shrink-0 items-center gap-2 whitespace-nowrap rounded-md bg-danger/12 px-2.5 font-medium text-danger text-sm hover:bg-danger/18"
    >
      <BellRing className="size-4" aria-hidden />
      <span className="max-lg:hidden">{t('home.alerts', { count })}</span>
      <span className="lg:hidden">{format.number(count)}</span>
    </PageLink>
  )
}
