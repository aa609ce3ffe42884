import { StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { State } from './plugin-list.ts'

const tones: Record<State, StatusTone> = {
  running: 'on',
  failed: 'danger',
  refused: 'warn',
  disabled: 'off',
  absent: 'pending',
}

/** State of a plugin as icon and text. */
export function StateDot({ state, hideLabel = false }: { state: State; hideLabel?: boolean }): ReactNode {
  const t = useT()
  return <StatusDot tone={tones[state]} label={t(`plugins.state.${state}`)} hideLabel={hideLabel} />
}
