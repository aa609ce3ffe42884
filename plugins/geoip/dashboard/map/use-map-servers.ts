import { getRuntime } from '@svc/widget-sdk'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type MapServer, makeMapServers } from './map-server.ts'

/** The live servers, or the chosen ones of them, as the map shows them. Figures render nothing. */
export function useMapServers(chosen: readonly string[]): readonly MapServer[] {
  const { servers } = getRuntime()
  const select = useMemo(() => makeMapServers(chosen), [chosen])
  return useSyncExternalStore(
    servers.subscribe,
    useCallback(() => select(servers.all()), [servers, select]),
  )
}
