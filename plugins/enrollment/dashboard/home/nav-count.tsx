import { NavCount, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { useStates } from './use-states.ts'

/** How many servers need attention, in the sidebar. */
export default function ServerNavCount(): ReactNode {
  const t = useT()
  const { attention, offline, critical } = useStates()
  return (
    <NavCount
      count={attention}
      label={t('home.problems', { count: attention })}
      tone={offline + critical > 0 ? 'danger' : 'warn'}
    />
  )
}
