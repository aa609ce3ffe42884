import type { ServerStatus } from '@svc/widget-sdk'
import { useLive } from '../live/use-live.ts'
import { useServerValue } from './use-server-value.ts'

/**
 * The state of a widget's server: none selected; list still loading; deleted or hidden from the user; no report since the
 * server process started, so no metrics; offline; online.
 */
export type ServerState = 'none' | 'loading' | 'deleted' | 'no_data' | 'offline' | 'online'

/** After a restart `last_active` is known, but not the metrics. */
export const stateOf = ({
  online,
  last_active,
  uptime,
}: Pick<ServerStatus, 'online' | 'last_active' | 'uptime'>): ServerState =>
  online && last_active === 0 ? 'loading' : uptime === 0 ? 'no_data' : online ? 'online' : 'offline'

/** The state of a server; only re-renders when that changes. */
export function useServerState(id: string | undefined): ServerState {
  const { loaded } = useLive()
  const state = useServerValue(id, stateOf)
  if (!id) return 'none'
  return state ?? (loaded ? 'deleted' : 'loading')
}
