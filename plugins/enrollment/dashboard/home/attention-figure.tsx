import { HomeFigure, serverStates, useFormat, useLive, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { serversPage } from '../pages.ts'
import { useStates } from './use-states.ts'

/** How many servers need attention, at the top of the home page. */
export default function AttentionFigure(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { loaded } = useLive()
  const states = useStates()
  const { attention, offline, critical } = states
  const parts = serverStates
    .filter((state) => state !== 'healthy' && state !== 'pending' && states[state] > 0)
    .map((state) => t(`fleet.states.${state}`, { count: states[state], number: format.number(states[state]) }))
  return (
    <HomeFigure
      icon={TriangleAlert}
      label={t('home.attention')}
      value={loaded ? format.number(attention) : undefined}
      tone={offline + critical > 0 ? 'danger' : attention > 0 ? 'warn' : 'ok'}
      detail={parts.join(' · ') || t(states.total > 0 ? 'home.allHealthy' : 'list.empty')}
      page={serversPage}
      search={attention > 0 ? { status: 'attention', sort: 'state' } : {}}
    />
  )
}
