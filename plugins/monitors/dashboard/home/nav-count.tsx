import { NavCount, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { useFailing } from './use-failing.ts'

/** How many monitors fail, in the sidebar. */
export default function MonitorNavCount(): ReactNode {
  const t = useT()
  const count = useFailing()?.failing.length ?? 0
  return <NavCount count={count} label={t('home.failing', { count })} tone="danger" />
}
