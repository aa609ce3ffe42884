import { type ServerState, stateOf } from '@svc/dashboard-sdk'
import { getRuntime, type ServerStatus } from '@svc/widget-sdk'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A server on the map. */
export interface MapServer {
  readonly id: string
  readonly name: string
  readonly state: ServerState
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null
  readonly region: string | null
}

const mapServerOf = (server: ServerStatus): MapServer => ({
  id: server.id,
  name: server.name,
  state: stateOf(server),
  country: server.country_code?.toUpperCase() ?? null,
  region: server.region,
})

const isSame = (a: MapServer, b: MapServer) =>
  a.id === b.id && a.name === b.name && a.state === b.state && a.country === b.country && a.region === b.region

/**
 * Selects the servers of the map from the live servers; the list only changes with what the map shows, not with metrics.
 * All servers, or the selected ones.
 */
export function makeMapServers(chosen: readonly string[]): (all: readonly ServerStatus[]) => readonly MapServer[] {
  const wanted = new Set(chosen)
  let from: readonly ServerStatus[] = []
  let last: readonly MapServer[] = []
  return (all) => {
    const servers = wanted.size === 0 ? all : all.filter(({ id }) => wanted.has(id))
    if (servers === from) return last
    const next = servers.map((server, index) => {
      const before = last[index]
      if (before && server === from[index]) return before
      const now = mapServerOf(server)
      return before && isSame(now, before) ? before : now
    })
    from = servers
    if (next.length !== last.length || next.some((server, index) => server !== last[index])) last = next
    return last
  }
}

/** The servers of the map. Metrics do not cause a render. */
export function useMapServers(chosen: readonly string[]): readonly MapServer[] {
  const { servers } = getRuntime()
  const select = useMemo(() => makeMapServers(chosen), [chosen])
  return useSyncExternalStore(
    servers.subscribe,
    useCallback(() => select(servers.all()), [servers, select]),
  )
}
