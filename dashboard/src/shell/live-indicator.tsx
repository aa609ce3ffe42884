import { StatusDot, type StatusTone, useLive, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const tones = { open: 'on', connecting: 'pending', lost: 'warn' } satisfies Record<string, StatusTone>

/** The status of the live connection. */
export function LiveIndicator(): ReactNode {
  const t = useT('shell')
  const { status } = useLive()
  return <StatusDot tone={tones[status]} label={t(`live.${status}`)} className="mr-1 text-muted text-xs" />
}
