import { StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { AlertChange } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'

const tones: Readonly<Record<AlertChange['change'], StatusTone>> = {
  fired: 'danger',
  resolved: 'on',
  no_data: 'warn',
  acknowledged: 'pending',
  unacknowledged: 'off',
}

/** Type and reason of a change. */
export function ChangeMark({ change }: { change: Pick<AlertChange, 'change' | 'reason'> }): ReactNode {
  const t = useT()
  const { reason } = change
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <StatusDot tone={tones[change.change]} label={t(`change.${change.change}`)} />
      {reason !== null && <span className="text-faint text-xs">{t(`reason.${reason}`)}</span>}
    </span>
  )
}
