import type { ReactNode } from 'react'
import type { ServerState } from '../health.ts'
import { useT } from '../i18n.ts'
import { StatusDot, StatusShape, type StatusTone } from './status-dot.tsx'

const tones: Record<ServerState, StatusTone> = {
  offline: 'danger',
  critical: 'critical',
  warning: 'warn',
  healthy: 'on',
  pending: 'pending',
}

/** The state of a server as a shape without text. */
export const ServerStateShape = ({ state }: { state: ServerState }): ReactNode => <StatusShape tone={tones[state]} />

/** The state of a server as a shape and text; `hideLabel` shows the text to screen readers only. */
export function ServerStateDot(props: { state: ServerState; hideLabel?: boolean; className?: string }): ReactNode {
  const { state, hideLabel = false, className } = props
  const t = useT('sdk')
  return (
    <StatusDot
      tone={tones[state]}
      label={t(`serverState.${state}`)}
      hideLabel={hideLabel}
      {...(className ? { className } : {})}
    />
  )
}
