import { StatusDot, type StatusTone, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ServerState } from '../list/server-state.ts'

const tones: Record<ServerState, StatusTone> = { online: 'on', pending: 'pending', offline: 'danger' }

/** The state of a server as shape and text; in tight places the text is for screen readers only. */
export function ServerMark({ state, hideLabel }: { state: ServerState; hideLabel?: boolean }): ReactNode {
  const t = useT()
  return <StatusDot tone={tones[state]} label={t(`state.${state}`)} hideLabel={hideLabel ?? false} />
}
