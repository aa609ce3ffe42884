import { StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ServerState } from '../list/server-state.ts'

const tones: Record<ServerState, StatusTone> = { online: 'on', pending: 'pending', offline: 'danger' }

/** The state of a server as a dot and text; `hideLabel` shows the text to screen readers only. */
export function StateDot({ state, hideLabel }: { state: ServerState; hideLabel?: boolean }): ReactNode {
  const t = useT()
  return <StatusDot tone={tones[state]} label={t(`state.${state}`)} hideLabel={hideLabel ?? false} />
}
