import { StatusDot, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Status of an alert. */
export function AlertMark({
  status,
  hideLabel = false,
}: {
  status: 'firing' | 'resolved'
  hideLabel?: boolean
}): ReactNode {
  const t = useT()
  return (
    <StatusDot
      tone={status === 'firing' ? 'danger' : 'on'}
      label={t(`alert.${status}`)}
      hideLabel={hideLabel}
      className="h-5"
    />
  )
}
