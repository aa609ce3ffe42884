import { HomeFigure, useFormat, useLive, useT } from '@svc/dashboard-sdk'
import { Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { serversPage } from '../pages.ts'
import { useStates } from './use-states.ts'

/** How many servers are online, at the top of the home page. */
export default function OnlineFigure(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { loaded } = useLive()
  const { online, total, offline, pending } = useStates()
  return (
    <HomeFigure
      icon={Server}
      label={t('home.online')}
      value={loaded ? format.number(online) : undefined}
      of={`/ ${format.number(total)}`}
      tone={offline > 0 ? 'neutral' : online > 0 ? 'ok' : 'neutral'}
      detail={pending > 0 ? t('fleet.states.pending', { count: pending, number: format.number(pending) }) : undefined}
      page={serversPage}
    />
  )
}
