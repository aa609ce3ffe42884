import { HomeFigure, useFormat, useT } from '@svc/dashboard-sdk'
import { HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorsPage } from '../pages.ts'
import { useFailing } from './use-failing.ts'

/** How many monitors fail, at the top of the home page. */
export default function MonitorFigure(): ReactNode {
  const t = useT()
  const format = useFormat()
  const found = useFailing()
  const failing = found?.failing ?? []
  return (
    <HomeFigure
      icon={HeartPulse}
      label={t('home.down')}
      value={found && format.number(failing.length)}
      of={found && `/ ${format.number(found.enabled)}`}
      tone={failing.length > 0 ? 'danger' : found?.enabled ? 'ok' : 'neutral'}
      detail={failing.map(({ name }) => name).join(', ') || t(found?.enabled ? 'home.allUp' : 'home.noMonitors')}
      page={monitorsPage}
    />
  )
}
