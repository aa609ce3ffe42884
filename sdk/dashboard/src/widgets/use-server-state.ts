import type { ServerStatus } from '@svc/widget-sdk'
import { useLive } from '../live/use-live.ts'
import { useServerValue } from './use-server-value.ts'

/**
 * How a server that a widget shows is: none is chosen; the list of servers is awaited; it is gone, or hidden from whoever
 * looks; it is offline; or it has not reported since the program started, so that nothing is known.
 */
export type ServerState = 'none' | 'awaited' | 'gone' | 'silent' | 'offline' | 'online'

/** When it was seen last may be known from before the program started; its figures are not. */
export const stateOf = ({
  online,
  last_active,
  uptime,
}: Pick<ServerStatus, 'online' | 'last_active' | 'uptime'>): ServerState =>
  online && last_active === 0 ? 'awaited' : uptime === 0 ? 'silent' : online ? 'online' : 'offline'

/** The state of a server; renders again only when that changes, not with every report. */
export function useServerState(id: string | undefined): ServerState {
  const { loaded } = useLive()
  const state = useServerValue(id, stateOf)
  if (!id) return 'none'
  return state ?? (loaded ? 'gone' : 'awaited')
}
